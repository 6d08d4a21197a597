// The connection to the server: requests, and streams that find back after an interruption.
import { find, say, set } from './dom.js';

export class Failed extends Error {
  constructor(code, body) {
    super(body.error ?? `The dashboard answered ${code}.`);
    this.code = code;
    this.body = body;
  }
}

export async function ask(path, body, signal) {
  const options = body === undefined
    ? { signal }
    : { signal, method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  let reply;
  try {
    reply = await fetch(`/api/${path}`, options);
  } catch {
    throw new Failed(0, { error: 'The dashboard does not answer: has it been stopped?' });
  }
  const found = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Failed(reply.status, found);
  return found;
}

export const setPath = (key) => key.split('/').map(encodeURIComponent).join('/');

function state(name, words) {
  const node = find('connection');
  set(node, 'data-state', name);
  say(node, words);
}

/**
 * Follows a stream of events. Each connection begins with everything, so that a lost one costs
 * nothing but the time until the next. A hidden page is not followed.
 */
export function follow(path, receivers) {
  let source = null;
  let timer = 0;
  let pause = 500;

  function open() {
    if (source || document.hidden) return;
    state('waiting', 'connecting');
    source = new EventSource(`/api/${path}`);
    source.onopen = () => { pause = 500; state('live', 'live'); };
    source.onerror = () => {
      state('lost', 'reconnecting');
      close();
      receivers.lost?.();
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, 8000);
    };
    for (const event of ['all', 'change', 'gone', 'trouble']) {
      source.addEventListener(event, (message) => receivers[event]?.(JSON.parse(message.data)));
    }
  }

  function close() {
    source?.close();
    source = null;
  }

  function seen() {
    clearTimeout(timer);
    if (document.hidden) { close(); } else { open(); }
  }

  document.addEventListener('visibilitychange', seen);
  open();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
    close();
  };
}
