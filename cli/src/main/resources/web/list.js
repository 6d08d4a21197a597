// The list of sets.
import { el, say, set } from './dom.js';
import { follow } from './live.js';
import { usePageKeys } from './keys.js';
import { count, heard, image, PHASES, since } from './words.js';

const ORDER = ['stalled', 'paused', 'updating', 'scaling', 'partitioned', 'ready', 'deleting'];

/** Whether a set is meant: words are parts of its name, `!word` excludes, `key=value` is a label. */
export function isMeant(row, text) {
  return text.toLowerCase().split(/[\s,]+/).filter(Boolean).every((word) => {
    const isNot = word.startsWith('!');
    const wanted = isNot ? word.slice(1) : word;
    const isThere = wanted.includes('=')
      ? row.labels.some((label) => label.toLowerCase() === wanted)
      : `${row.namespace}/${row.name} ${row.images.join(' ')}`.toLowerCase().includes(wanted);
    return isThere !== isNot;
  });
}

export function showList(main, query) {
  const rows = new Map();
  const shown = new Map();
  const chosen = new Set((query.get('phase') ?? '').split(',').filter(Boolean));
  const search = el('input', { type: 'search', id: 'search', placeholder: 'Search: name, image, label=value, !not', 'aria-label': 'Search the sets', value: query.get('q') ?? '', spellcheck: 'false' });
  const chips = el('div', { class: 'chips', role: 'group', 'aria-label': 'Phases' });
  const list = el('ul', { class: 'sets', id: 'sets' });
  const total = el('p', { class: 'soft', id: 'total' }, 'Reading the cluster …');
  const empty = el('div', { class: 'card empty', hidden: true });
  main.replaceChildren(
    el('div', { class: 'list-head' }, el('div', {}, el('h1', {}, 'Sets'), total), search), chips, list, empty);
  document.title = 'Ordinal';

  function remember() {
    const kept = new URLSearchParams();
    if (search.value) kept.set('q', search.value);
    if (chosen.size) kept.set('phase', [...chosen].join(','));
    history.replaceState(null, '', `#/${kept.size ? `?${kept}` : ''}`);
    draw();
  }

  function draw() {
    const all = [...rows.values()].sort((a, b) =>
      a.namespace.localeCompare(b.namespace) || a.name.localeCompare(b.name, 'en', { numeric: true }));
    drawChips(all);
    const wanted = all.filter((row) =>
      (!chosen.size || chosen.has(row.phase)) && isMeant(row, search.value));
    const keys = new Set(wanted.map((row) => `${row.namespace}/${row.name}`));
    for (const [key, item] of shown) if (!keys.has(key)) { item.node.remove(); shown.delete(key); }
    let before = null;
    for (const row of wanted) {
      const key = `${row.namespace}/${row.name}`;
      const item = shown.get(key) ?? makeItem(key);
      shown.set(key, item);
      item.show(row);
      if ((before ? before.nextSibling : list.firstChild) !== item.node) {
        list.insertBefore(item.node, before ? before.nextSibling : list.firstChild);
      }
      before = item.node;
    }
    say(total, wanted.length === all.length ? count(all.length, 'set') : `${wanted.length} of ${count(all.length, 'set')}`);
    drawEmpty(all.length, wanted.length);
  }

  function drawChips(all) {
    const counts = Object.groupBy(all, (row) => row.phase);
    for (const phase of ORDER) {
      let chip = chips.querySelector(`[data-phase="${phase}"]`);
      const n = counts[phase]?.length ?? 0;
      if (!chip) {
        chip = el('button', { class: 'pill chip', 'data-phase': phase, onclick: () => {
          if (!chosen.delete(phase)) chosen.add(phase);
          remember();
        } });
        chips.append(chip);
      }
      say(chip, `${PHASES[phase]} ${n}`);
      set(chip, 'aria-pressed', String(chosen.has(phase)));
      chip.hidden = n === 0 && !chosen.has(phase);
    }
  }

  function drawEmpty(all, wanted) {
    empty.hidden = wanted > 0;
    if (all > 0) {
      empty.replaceChildren(el('h2', {}, 'No set matches'), el('p', { class: 'soft' }, 'Change the search or the chosen phases.'));
    } else if (!empty.querySelector('code')) {
      empty.replaceChildren(el('h2', {}, 'No sets yet'),
        el('p', { class: 'soft' }, 'Create one in a terminal, and it appears here:'),
        el('code', {}, 'kubectl apply -f examples/web.yaml'));
    }
  }

  function step(by) {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  }

  search.addEventListener('input', remember);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { search.value = ''; remember(); search.blur(); }
    if (event.key === 'Enter' || event.key === 'ArrowDown') { event.preventDefault(); step(1); }
  });
  usePageKeys([
    ['j', 'Next set', () => step(1)], ['k', 'Previous set', () => step(-1)],
    ['ArrowDown', 'Next set', () => step(1)], ['ArrowUp', 'Previous set', () => step(-1)]]);

  return follow('sets', {
    all(message) { rows.clear(); take(message); },
    change: take,
  });

  function take(message) {
    heard(message.now);
    for (const row of message.rows) rows.set(`${row.namespace}/${row.name}`, row);
    for (const key of message.gone) rows.delete(key);
    draw();
  }
}

function makeItem(key) {
  const name = el('strong', {});
  const space = el('span', { class: 'soft' });
  const pill = el('span', { class: 'pill' });
  const words = el('p', { class: 'words soft' });
  const images = el('p', { class: 'mono soft images' });
  const bar = el('div', { class: 'meter', 'aria-hidden': 'true' }, el('i', { class: 'available' }), el('i', { class: 'rest' }));
  const numbers = el('span', { class: 'numbers' });
  const age = el('span', { class: 'soft age' });
  const link = el('a', { href: `#/${key}` },
    el('div', { class: 'who' }, name, space), el('div', { class: 'what' }, pill, words), images,
    el('div', { class: 'how' }, numbers, bar), age);
  const node = el('li', { class: 'card' }, link);
  return {
    node,
    show(row) {
      say(name, row.name);
      say(space, row.namespace);
      say(pill, PHASES[row.phase] ?? row.phase);
      set(pill, 'data-phase', row.phase);
      say(words, row.phase === 'ready' ? '' : row.message);
      say(images, row.images.map(image).join(', '));
      set(images, 'title', row.images.join('\n'));
      say(numbers, `${row.available} of ${row.replicas} available`);
      say(age, since(row.created));
      bar.firstChild.style.flexGrow = row.available;
      bar.lastChild.style.flexGrow = Math.max(0, row.replicas - row.available);
    },
  };
}
