// Faults and the speed of a simulated cluster: break things, and watch them heal.
import { el, find, note } from './dom.js';
import { ask } from './live.js';

const SPEEDS = ['0.2', '1', '5', '20', '100'];

export function startFaults(session, pageKey) {
  const offer = session.simulated;
  if (!offer.faults || session.readOnly) return;
  const button = find('faults-button');
  button.hidden = false;
  let panel = null;

  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => {
    if (panel) { close(); return; }
    panel = makePanel(offer, pageKey, close);
    document.body.append(panel);
    document.body.classList.add('with-faults');
    button.setAttribute('aria-expanded', 'true');
    panel.querySelector('button, input').focus();
  });

  function close() {
    panel?.remove();
    panel = null;
    document.body.classList.remove('with-faults');
    button.setAttribute('aria-expanded', 'false');
    button.focus();
  }
}

async function cause(fault, body) {
  try {
    const found = await ask(`fault/${fault}`, body);
    note(found.done);
  } catch (problem) {
    note(problem.message, true);
  }
}

function makePanel(offer, pageKey, close) {
  const nodes = el('select', { 'aria-label': 'Node' }, offer.nodes.map((name) => el('option', {}, name)));
  const pod = el('input', { placeholder: 'web-2', 'aria-label': 'Pod', spellcheck: 'false', class: 'mono' });
  const image = el('input', { placeholder: 'nginx:1.27', 'aria-label': 'Image', spellcheck: 'false', class: 'mono' });
  const known = pageKey();
  if (known) pod.value = `${known.split('/')[1]}-0`;
  const where = () => {
    const [namespace, name] = pod.value.includes('/') ? pod.value.split('/') : [pageKey()?.split('/')[0] ?? 'default', pod.value];
    return { namespace, name };
  };
  const act = (words, fault, body) => el('button', { onclick: () => cause(fault, body()) }, words);
  const speeds = el('div', { class: 'speeds', role: 'group', 'aria-label': 'Speed of the cluster' }, SPEEDS.map((factor) => {
    const button = el('button', { 'aria-pressed': String(Number(offer.speed) === Number(factor)), onclick: async () => {
      await cause('speed', { factor });
      offer.speed = factor;
      for (const each of speeds.children) each.setAttribute('aria-pressed', String(each === button));
    } }, `${factor}×`);
    return button;
  }));
  return el('aside', { class: 'card faults', 'aria-label': 'Faults', onkeydown: (event) => { if (event.key === 'Escape') close(); } },
    el('header', {}, el('h2', {}, 'Break things'), el('button', { class: 'quiet icon', 'aria-label': 'Close', onclick: close }, '×')),
    el('p', { class: 'soft' }, 'This cluster is simulated. Nothing here can hurt anything.'),
    el('h3', {}, 'Speed of time'), speeds,
    el('h3', {}, 'A pod'), pod, el('div', { class: 'row' }, act('Kill', 'kill-pod', where), act('Evict', 'evict-pod', where)),
    el('h3', {}, 'An image'), image, el('div', { class: 'row' }, act('Fail its pulls', 'fail-image', () => ({ name: image.value })), act('Mend', 'mend-image', () => ({ name: image.value }))),
    el('h3', {}, 'A node'), nodes, el('div', { class: 'row' },
      act('Drain', 'drain', () => ({ name: nodes.value })), act('Uncordon', 'uncordon', () => ({ name: nodes.value })),
      act('Lose', 'lose-node', () => ({ name: nodes.value })), act('Return', 'return-node', () => ({ name: nodes.value }))),
    el('h3', {}, 'The whole cluster'), el('div', { class: 'row' },
      act('Slow starts 5×', 'slow', () => ({ factor: '5' })), act('Normal', 'slow', () => ({ factor: '1' })),
      act('20% API errors, 1 min', 'api-errors', () => ({ percent: '20%', time: '1m' }))));
}
