// The start: signs in, and shows the page that the address names.
import { el, find, note, say } from './dom.js';
import { ask } from './live.js';
import { help, startKeys, usePageKeys } from './keys.js';
import { nextTheme, startTheme } from './theme.js';
import { startFaults } from './faults.js';
import { showList } from './list.js';
import { showSet } from './set.js';

const main = find('main');
let stop = () => {};
let shown = null;
let session = null;

startTheme();
find('help').addEventListener('click', help);
startKeys({
  '?': help,
  t: nextTheme,
  '/': () => {
    if (shown !== '') location.hash = '#/';
    requestAnimationFrame(() => find('search')?.focus());
  },
});

/** The set that the address names, or an empty text. */
function place() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').map(decodeURIComponent);
  return { key: parts.length === 2 ? parts.join('/') : '', query: new URLSearchParams(query ?? ''), path };
}

function route() {
  const { key, query } = place();
  if (key === shown && key === '') return;
  stop();
  shown = key;
  delete main.dataset.ready;
  usePageKeys([]);
  stop = key ? showSet(main, key, session) : showList(main, query);
  window.scrollTo(0, 0);
}

function signIn(way) {
  usePageKeys([]);
  if (way !== 'token') {
    const isUsed = place().path === 'link-used';
    main.replaceChildren(el('section', { class: 'card empty' }, el('h1', {}, isUsed ? 'This link was used before' : 'Open the link of the terminal'),
      el('p', { class: 'soft' }, 'Each link opens one browser. The terminal in which the dashboard runs shows the next one.')));
    return;
  }
  const token = el('input', { type: 'password', id: 'token', autocomplete: 'off', required: true });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const form = el('form', { class: 'card empty' }, el('h1', {}, 'Sign in'),
    el('p', { class: 'soft' }, 'With a token of the cluster, for example from:'), el('code', {}, 'kubectl create token my-account'),
    el('label', {}, 'Token', token), problem, el('button', { class: 'main' }, 'Sign in'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await ask('sign-in', { token: token.value });
      start();
    } catch (fault) {
      say(problem, fault.message);
    }
  });
  main.replaceChildren(form);
  token.focus();
}

async function start() {
  try {
    session = await ask('session');
  } catch (problem) {
    if (problem.code === 401) signIn(problem.body.signIn);
    else note(problem.message, true);
    return;
  }
  if (place().path === 'link-used') history.replaceState(null, '', '#/');
  say(find('cluster'), `${session.simulated.faults ? 'simulated cluster' : session.server}${session.user ? ` · ${session.user}` : ''}`);
  startFaults(session, () => place().key);
  route();
  window.addEventListener('hashchange', route);
}

start();
