// Changes: each is tried on the API server and played forward first, shows what it would do, and
// asks.
import { el, note } from './dom.js';
import { ask, setPath } from './live.js';
import { diffList, openForm } from './dialog.js';
import { drawForecast } from './forecast.js';
import { short, image as shortImage } from './words.js';

/**
 * Asks for a change. `read` gives the change as the fields have it now; it is previewed again
 * whenever they change.
 */
function askFor(page, title, { fields = [], button, isBad, read }) {
  const preview = el('div', { id: 'preview', 'aria-live': 'polite' }, el('p', { class: 'soft' }, 'Asking the API server …'));
  const plan = el('section', { id: 'plan', class: 'plan', 'aria-label': 'What happens then', 'aria-live': 'polite' });
  const path = `set/${setPath(page.key)}`;
  let turn = 0;
  let timer = 0;
  let asking = new AbortController();
  const body = () => ({ change: read(), generation: page.head().generation });

  async function look() {
    const mine = ++turn;
    stop();
    try {
      const found = await ask(`${path}/preview`, body(), asking.signal);
      if (mine !== turn) return;
      preview.replaceChildren(...told(found));
      // A rollout that goes wrong is paused now, not when a busy machine has played it forward.
      form.confirm.disabled = false;
    } catch (problem) {
      if (mine !== turn) return;
      preview.replaceChildren(el('p', { class: 'problem' }, problem.message));
      plan.replaceChildren();
      return;
    }
    if (!plan.firstChild) plan.replaceChildren(el('p', { class: 'soft' }, 'Playing it forward …'));
    const lines = await play();
    if (mine !== turn) return;
    plan.replaceChildren(...lines);
  }

  /** What is asked about a change that is made or given up has no use any more. */
  function stop() {
    asking.abort();
    asking = new AbortController();
  }

  /** Without it the change can be made as well: a user may lack the right to read all pods. */
  async function play() {
    try {
      return drawForecast(await ask(`${path}/forecast`, body(), asking.signal), page.head());
    } catch (problem) {
      return [el('p', { class: 'soft' }, problem.message)];
    }
  }

  const form = openForm(title, {
    content: [...fields, preview, plan], button, isBad,
    async submit(dialog) {
      form.confirm.disabled = true;
      turn++;
      stop();
      try {
        const found = await ask(`${path}/change`, body());
        dialog.close();
        note(found.done);
      } catch (problem) {
        preview.replaceChildren(el('p', { class: 'problem' }, problem.message));
        form.confirm.disabled = false;
      }
    },
  });
  form.confirm.disabled = true;
  form.dialog.addEventListener('input', () => {
    form.confirm.disabled = true;
    clearTimeout(timer);
    timer = setTimeout(look, 250);
  });
  form.dialog.addEventListener('close', () => { turn++; stop(); clearTimeout(timer); });
  look();
}

function told(found) {
  return [el('p', {}, found.sentence), found.fields.length ? diffList(found.fields) : null].filter(Boolean);
}

const label = (words, field) => el('label', {}, words, field);

export const changes = {
  pause(page) {
    const isPaused = page.head().paused;
    askFor(page, isPaused ? 'Resume the rollout' : 'Pause the rollout', {
      button: isPaused ? 'Resume' : 'Pause', read: () => ({ verb: isPaused ? 'resume' : 'pause' }) });
  },

  scale(page) {
    const field = el('input', { type: 'number', min: '0', max: '100000', value: page.head().replicas, id: 'replicas', autofocus: true });
    askFor(page, 'Scale', { fields: [label('Pods', field)], button: 'Scale',
      read: () => ({ verb: 'scale', replicas: Number(field.value) }) });
  },

  image(page) {
    const newest = page.revisions().find((each) => each.update) ?? page.revisions()[0];
    const names = newest?.containers ?? [];
    const images = newest?.images ?? [];
    const container = el('select', { id: 'container' }, names.map((name) => el('option', { value: name }, name)));
    const known = [...new Set(page.revisions().flatMap((each) => each.images))];
    const field = el('input', { id: 'image', value: images[0] ?? '', list: 'known-images', autocomplete: 'off', spellcheck: 'false', autofocus: true, class: 'mono' });
    container.addEventListener('change', () => { field.value = images[names.indexOf(container.value)] ?? ''; });
    askFor(page, 'Set an image', {
      fields: [names.length > 1 ? label('Container', container) : null, label('Image', field),
        el('datalist', { id: 'known-images' }, known.map((name) => el('option', { value: name })))].filter(Boolean),
      button: 'Roll it out',
      read: () => ({ verb: 'set-image', container: container.value, image: field.value }) });
  },

  restart(page) {
    askFor(page, 'Restart all pods', { button: 'Restart', read: () => ({ verb: 'restart' }) });
  },

  promote(page) {
    const head = page.head();
    const field = el('input', { type: 'number', min: '0', max: head.replicas, value: Math.max(0, head.partition - 1), id: 'partition', autofocus: true });
    askFor(page, 'Promote', {
      fields: [label(`Pods that keep the older revision (${head.partition} now; 0 promotes to all)`, field)],
      button: 'Promote', read: () => ({ verb: 'promote', partition: Number(field.value) }) });
  },

  undo(page, name) {
    const others = page.revisions().filter((each) => !each.update);
    if (!others.length) { note('There is no older revision to go back to.'); return; }
    const field = el('select', { id: 'revision', autofocus: true }, others.map((each) =>
      el('option', { value: each.name, selected: each.name === name }, `${each.number} · ${short(each.name)} · ${each.images.map(shortImage).join(', ')}`)));
    askFor(page, 'Roll back', { fields: [label('To revision', field)], button: 'Roll back',
      read: () => ({ verb: 'undo', revision: field.value }) });
  },

  deletePod(page, pod, uid) {
    askFor(page, `Delete ${pod}`, { button: 'Delete the pod', isBad: true, read: () => ({ verb: 'delete-pod', pod, uid }) });
  },
};

