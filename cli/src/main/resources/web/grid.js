// The pods of a set as a grid: one cell for each ordinal, coloured by revision and state. A change
// of one pod touches its cell alone.
import { el, say, set } from './dom.js';
import { count, short, STATES } from './words.js';

const CHUNK = 200;

export function makeGrid({ choose, isCurrent }) {
  const node = el('div', { class: 'grid', role: 'group', 'aria-label': 'Pods by ordinal' });
  const cells = new Map();
  let order = [];
  let active = null;

  const revision = (pod) => (pod.u ? 'new' : isCurrent(pod.r) ? 'old' : 'mid');

  function paint(cell, pod) {
    const button = cell.button;
    set(button, 'data-s', pod.s);
    set(button, 'data-r', pod.r ? revision(pod) : 'none');
    set(button, 'data-held', pod.h && (pod.h.severity === 'failure' || pod.h.severity === 'alarm') ? 'true' : null);
    set(button, 'data-extra', pod.x ? 'true' : null);
    const isIll = pod.s === 'broken' || pod.s === 'foreign';
    say(button, isIll && order.length > 600 ? '' : String(pod.o));
    set(button, 'aria-label',
      `${pod.p}: ${STATES[pod.s] ?? pod.s}${pod.r ? `, revision ${short(pod.r)}` : ''}${pod.h ? `, ${pod.h.reason}` : ''}`);
  }

  function make(pod) {
    const button = el('button', { class: 'cell', type: 'button', tabindex: '-1' });
    button.dataset.pod = pod.p;
    return { button, pod };
  }

  /** Lays all cells out again; needed only when cells come or go. */
  function layOut() {
    order = [...cells.values()].sort((a, b) => a.pod.o - b.pod.o || a.pod.p.localeCompare(b.pod.p));
    const n = order.length;
    set(node, 'data-size', n <= 24 ? 'large' : n <= 120 ? 'middle' : n <= 600 ? 'small' : 'tiny');
    const chunks = [];
    for (let i = 0; i < n; i += CHUNK) {
      chunks.push(el('div', { class: 'chunk' }, order.slice(i, i + CHUNK).map((cell) => cell.button)));
    }
    node.replaceChildren(...chunks);
    if (!active || !cells.has(active)) activate(order[0]?.pod.p);
  }

  function activate(name) {
    cells.get(active)?.button.setAttribute('tabindex', '-1');
    active = name;
    cells.get(name)?.button.setAttribute('tabindex', '0');
  }

  function columns() {
    if (order.length < 2) return 1;
    const top = order[0].button.offsetTop;
    const next = order.findIndex((cell) => cell.button.offsetTop !== top);
    return next < 0 ? order.length : next;
  }

  node.addEventListener('click', (event) => {
    const button = event.target.closest('.cell');
    if (button) { activate(button.dataset.pod); choose(button.dataset.pod, true); }
  });
  node.addEventListener('pointerover', (event) => {
    const button = event.target.closest('.cell');
    if (button) choose(button.dataset.pod, false);
  });
  node.addEventListener('focusin', (event) => {
    if (event.target.dataset.pod) choose(event.target.dataset.pod, false);
  });
  node.addEventListener('keydown', (event) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns(), ArrowUp: -columns(), Home: -order.length, End: order.length };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = order.findIndex((cell) => cell.pod.p === active);
    const next = order[Math.min(order.length - 1, Math.max(0, at + step))];
    if (next) { activate(next.pod.p); next.button.focus(); }
  });

  return {
    node,
    all(pods) {
      cells.clear();
      for (const pod of pods) cells.set(pod.p, make(pod));
      layOut();
      for (const cell of cells.values()) paint(cell, cell.pod);
    },
    change(pods, gone) {
      let isNew = false;
      for (const name of gone) isNew = cells.delete(name) || isNew;
      const touched = [];
      for (const pod of pods) {
        let cell = cells.get(pod.p);
        if (!cell) { cell = make(pod); cells.set(pod.p, cell); isNew = true; }
        cell.pod = pod;
        touched.push(cell);
      }
      if (isNew) layOut();
      for (const cell of touched) paint(cell, cell.pod);
    },
    /** The current revision may have changed: its colour moves. */
    repaint() { for (const cell of cells.values()) paint(cell, cell.pod); },
    find: (name) => cells.get(name)?.pod,
    pods: () => order.map((cell) => cell.pod),
    focus() { cells.get(active)?.button.focus(); },
  };
}

/** What the colours mean, with how many pods have each. */
export function legend(pods, isCurrent) {
  const states = new Map();
  const revisions = new Map();
  for (const pod of pods) {
    states.set(pod.s, (states.get(pod.s) ?? 0) + 1);
    const kind = pod.r ? (pod.u ? 'new' : isCurrent(pod.r) ? 'old' : 'mid') : null;
    if (kind) revisions.set(kind, (revisions.get(kind) ?? 0) + 1);
  }
  const names = { new: 'at the newest revision', old: 'at the current revision', mid: 'at another revision' };
  const items = [...revisions].map(([kind, n]) => ['revision', kind, `${n.toLocaleString('en')} ${names[kind]}`]);
  for (const state of Object.keys(STATES)) {
    if (states.has(state)) items.push(['state', state, `${states.get(state).toLocaleString('en')} ${STATES[state]}`]);
  }
  return { items, words: `${count(pods.length, 'pod')}: ${items.map((item) => item[2]).join(', ')}` };
}
