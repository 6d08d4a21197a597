// Light, dark, or as the system has it; the choice is remembered on this machine.
import { find } from './dom.js';

const ORDER = ['auto', 'light', 'dark'];
const SIGN = { auto: '◐', light: '☀', dark: '☾' };

function show(choice) {
  document.documentElement.dataset.theme = choice;
  const button = find('theme');
  button.textContent = SIGN[choice];
  const words = { auto: 'as the system', light: 'light', dark: 'dark' }[choice];
  button.setAttribute('aria-label', `Theme: ${words}. Switch`);
  button.title = `Theme: ${words}`;
}

export function nextTheme() {
  const now = document.documentElement.dataset.theme;
  const next = ORDER[(ORDER.indexOf(now) + 1) % ORDER.length];
  try { localStorage.setItem('ordinal-theme', next); } catch { /* Not remembered. */ }
  show(next);
}

export function startTheme() {
  let kept = null;
  try { kept = localStorage.getItem('ordinal-theme'); } catch { /* Not remembered. */ }
  show(ORDER.includes(kept) ? kept : 'auto');
  find('theme').addEventListener('click', nextTheme);
}
