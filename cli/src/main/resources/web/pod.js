// One pod: a line while the pointer is on its cell, and all that is known in a dialog.
import { el } from './dom.js';
import { ask, setPath } from './live.js';
import { openDialog } from './dialog.js';
import { changes } from './change.js';
import { short, since, STATES } from './words.js';

/** The pod in one line. */
export function line(pod) {
  const parts = [STATES[pod.s] ?? pod.s];
  if (pod.r) parts.push(`revision ${short(pod.r)}`);
  if (pod.n) parts.push(`on ${pod.n}`);
  if (pod.a) parts.push(`age ${since(pod.a)}`);
  if (pod.c) parts.push(`${pod.c} restarts`);
  return [el('strong', {}, pod.p), ` ${parts.join(' · ')}`, pod.h ? el('span', { class: 'why' }, pod.h.sentence) : null].filter(Boolean);
}

const row = (name, value) => (value ? [el('dt', { class: 'soft' }, name), el('dd', {}, value)] : []);

/** The words of the server may begin with the state already. */
function stateOf(pod) {
  const state = STATES[pod.s] ?? pod.s;
  return !pod.w || pod.w.startsWith(state) ? pod.w || state : `${state} (${pod.w})`;
}

export async function openPod(page, name, isReadOnly) {
  const pod = await ask(`set/${setPath(page.key)}/pod/${encodeURIComponent(name)}`);
  if (!pod.p) return;
  const facts = el('dl', { class: 'keys' },
    row('State', stateOf(pod)),
    row('Revision', pod.r ? short(pod.r) : ''), row('Images', pod.images.join(', ')),
    row('Node', [pod.n, pod.zone].filter(Boolean).join(', zone ')), row('Age', since(pod.a)),
    row('Ready for', pod.t ? since(pod.t) : ''), row('Restarts', pod.c ? String(pod.c) : ''),
    row('Lifecycle', pod.lifecycle),
    row('Claims', pod.claims.length
      ? el('ul', {}, pod.claims.map((claim) => el('li', {}, el('span', { class: 'mono' }, claim.name), ` ${claim.state} · ${claim.capacity || claim.requested}`)))
      : ''));
  const waits = pod.waits.length
    ? el('div', {}, el('h3', {}, 'Why it waits'), el('ul', { class: 'waits' }, pod.waits.map((wait) => el('li', { 'data-severity': wait.severity }, wait.sentence))))
    : null;
  const remove = pod.uid && !isReadOnly
    ? el('p', {}, el('button', { onclick: () => { dialog.close(); changes.deletePod(page, name, pod.uid); } }, 'Delete this pod …')) : null;
  const dialog = openDialog(name, ...[facts, waits, remove].filter(Boolean));
}
