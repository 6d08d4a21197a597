// Keyboard shortcuts, and the page that lists them.
import { el } from './dom.js';
import { openDialog } from './dialog.js';

const common = [
  ['?', 'Show this list', () => help()],
  ['t', 'Switch between light and dark', null],
  ['/', 'Search the sets', null],
];
let ofPage = [];

/** The shortcuts of the page that is shown: key, words, action. */
export function usePageKeys(keys) { ofPage = keys; }

export function startKeys(actions) {
  for (const key of common) key[2] ??= actions[key[0]];
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, select, textarea');
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (isTyping && event.key !== 'Escape') return;
    const found = [...ofPage, ...common].find(([key]) => key === event.key);
    if (found?.[2]) {
      event.preventDefault();
      found[2]();
    }
  });
}

export function help() {
  const rows = [...ofPage, ...common].map(([key, words]) => [
    el('dt', {}, el('kbd', {}, key === ' ' ? 'Space' : key)), el('dd', {}, words)]);
  openDialog('Keyboard shortcuts', el('dl', { class: 'keys' }, rows.flat()));
}
