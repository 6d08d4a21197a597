// The page of one set.
import { el, say, set } from './dom.js';
import { follow, setPath } from './live.js';
import { usePageKeys } from './keys.js';
import { legend, makeGrid } from './grid.js';
import { line, openPod } from './pod.js';
import { makeTabs } from './tabs.js';
import { changes } from './change.js';
import { count, heard, since, span } from './words.js';

export function showSet(main, key, session) {
  const isReadOnly = session.readOnly;
  let head = null;
  let revisions = [];
  let waits = { all: 0, first: [] };
  let currentName = '';
  const isCurrent = (name) => name === currentName;

  const title = el('h1', {});
  const pill = el('span', { class: 'pill', id: 'phase' });
  const sentence = el('p', { class: 'sentence', id: 'sentence', 'aria-live': 'polite' }, 'Reading the cluster …');
  const facts = el('p', { class: 'soft facts' });
  const buttons = new Map();
  const actions = el('div', { class: 'actions', role: 'group', 'aria-label': 'Changes' });
  const done = el('i', { class: 'done' });
  const meter = el('div', { class: 'meter wide', role: 'progressbar', 'aria-label': 'Progress', 'aria-valuemin': '0' }, done, el('i', { class: 'rest' }));
  const peek = el('p', { class: 'peek soft', id: 'peek' }, 'Point at a pod or touch it, or go through them with the arrow keys.');
  const key_ = el('ul', { class: 'legend', 'aria-label': 'Legend' });
  const waiting = el('ul', { class: 'waits', id: 'waits' });
  const waitCount = el('span', { class: 'soft' });
  const present = el('div', {});
  const absent = el('div', { class: 'card empty', id: 'absent', hidden: true },
    el('p', { class: 'soft' }, 'It was deleted, or there never was one. As soon as it is created, it appears here.'),
    el('a', { class: 'button', href: '#/' }, 'All sets'));

  const page = { key, head: () => head, revisions: () => revisions, pods: () => grid.pods() };
  const open = (name) => openPod(page, name, isReadOnly);
  const grid = makeGrid({
    isCurrent,
    choose(name, isClick) {
      if (isClick) open(name);
      const pod = grid.find(name);
      if (pod) peek.replaceChildren(...line(pod));
    },
  });
  const tabs = makeTabs(page, isReadOnly);

  const all = [
    ['p', 'Pause or resume', 'Pause', () => changes.pause(page)],
    ['i', 'Set an image', 'Set image …', () => changes.image(page)],
    ['s', 'Scale', 'Scale …', () => changes.scale(page)],
    ['m', 'Promote a canary', 'Promote …', () => changes.promote(page)],
    ['u', 'Roll back', 'Roll back …', () => changes.undo(page)],
    ['r', 'Restart all pods', 'Restart …', () => changes.restart(page)]];
  if (!isReadOnly) {
    for (const [letter, , words, act] of all) {
      const button = el('button', { onclick: act, disabled: true, 'aria-keyshortcuts': letter }, words);
      buttons.set(letter, button);
      actions.append(button);
    }
  }

  const [namespace, name] = key.split('/');
  say(title, name);
  document.title = `${name} · Ordinal`;
  main.replaceChildren(
    el('nav', { class: 'crumb soft', 'aria-label': 'Path' }, el('a', { href: '#/' }, 'Sets'), ' / ', namespace),
    el('div', { class: 'set-head' }, el('div', { class: 'title' }, title, pill), isReadOnly ? el('span', { class: 'soft' }, 'read-only') : actions),
    sentence, absent, present);
  present.append(meter, facts,
    el('div', { class: 'columns' },
      el('section', { class: 'card pods', 'aria-label': 'Pods' },
        el('header', {}, el('h2', {}, 'Pods')), grid.node, peek, key_),
      el('section', { class: 'card', 'aria-label': 'What waits' },
        el('header', {}, el('h2', {}, 'Why it waits'), waitCount), waiting)),
    tabs.node);

  usePageKeys([
    ...(isReadOnly ? [] : all.map(([letter, words, , act]) => [letter, words, () => { if (head && !buttons.get(letter).disabled) act(); }])),
    ['g', 'Go to the pods; then arrow keys, Enter opens one', () => grid.focus()],
    ['Escape', 'Back to all sets', () => { location.hash = '#/'; }]]);

  /** Without a set there is nothing to show but the way back. */
  function show(isThere) {
    present.hidden = !isThere;
    actions.hidden = !isThere;
    absent.hidden = isThere;
  }

  function drawHead() {
    set(pill, 'data-phase', head.phase);
    say(pill, head.word);
    const stuck = waits.first.find((wait) => wait.severity === 'failure' || wait.severity === 'alarm');
    set(pill, 'data-stuck', Boolean(stuck));
    say(sentence, sentenceOf(head, stuck));
    say(facts, factsOf(head));
    done.style.flexGrow = head.total ? head.done : 1;
    meter.lastChild.style.flexGrow = Math.max(0, head.total - head.done);
    set(meter, 'aria-valuemax', head.total);
    set(meter, 'aria-valuenow', head.done);
    set(meter, 'data-phase', head.phase);
    const isOnDelete = head.strategy === 'OnDelete';
    for (const [letter, button] of buttons) {
      button.disabled = (isOnDelete && (letter === 'p' || letter === 'm')) || (letter === 'm' && head.partition === 0)
        || (letter === 'u' && revisions.length < 2);
      if (letter === 'm') button.hidden = head.partition === 0;
    }
    const pause = buttons.get('p');
    if (pause) {
      say(pause, head.paused ? 'Resume' : 'Pause');
      pause.className = head.paused ? 'main' : '';
    }
  }

  function drawWaits() {
    say(waitCount, waits.all ? count(waits.all, 'hold') : '');
    const items = grouped(waits.first).map(([wait, ...others]) => el('li', { 'data-severity': wait.severity },
      el('span', { class: 'reason' }, wait.reason), wait.since ? el('span', { class: 'soft when', 'data-since': wait.since }, `for ${since(wait.since)}`) : null,
      el('p', {}, wait.sentence), others.length ? el('p', { class: 'soft' }, `as ${others.length === 1 ? 'does' : 'do'} ${count(others.length, 'other')}: ${others.map((each) => each.target).join(', ')}`) : null));
    if (!items.length) items.push(el('li', { class: 'rest soft' }, 'Nothing waits.'));
    if (waits.all > waits.first.length) items.push(el('li', { class: 'rest soft' }, `and ${(waits.all - waits.first.length).toLocaleString('en')} more, shown at their pods`));
    waiting.replaceChildren(...items);
  }

  function drawLegend() {
    const found = legend(grid.pods(), isCurrent);
    key_.replaceChildren(...found.items.map(([kind, name_, words]) =>
      el('li', {}, el('i', { class: `sample ${kind}`, [`data-${kind === 'state' ? 's' : 'r'}`]: name_ }), words)));
    set(grid.node, 'aria-label', `Pods by ordinal. ${found.words}`);
  }

  function takeRevisions(found) {
    revisions = found;
    const name_ = found.find((each) => each.current && !each.update)?.name ?? '';
    if (name_ !== currentName) {
      currentName = name_;
      grid.repaint();
    }
  }

  const stop = follow(`set/${setPath(key)}/live`, {
    all(message) {
      heard(message.now);
      main.dataset.ready = 'true';
      show(true);
      head = message.head;
      takeRevisions(message.revisions);
      waits = message.waits;
      grid.all(message.cells);
      drawHead(); drawWaits(); drawLegend(); tabs.changed();
    },
    change(message) {
      heard(message.now);
      if (message.revisions) takeRevisions(message.revisions);
      if (message.head) head = message.head;
      if (message.cells || message.gone) grid.change(message.cells ?? [], message.gone ?? []);
      if (message.waits) { waits = message.waits; drawWaits(); }
      if (message.head || message.revisions || message.waits) drawHead();
      if (message.cells || message.gone || message.revisions) drawLegend();
      tabs.changed();
    },
    gone() {
      head = null;
      show(false);
      set(pill, 'data-phase', 'deleting');
      say(pill, 'Gone');
      say(sentence, `There is no set ${key}.`);
      for (const button of buttons.values()) button.disabled = true;
    },
  });
  // Ages go on while nothing changes.
  const clock = setInterval(() => {
    for (const age of waiting.querySelectorAll('[data-since]')) say(age, `for ${since(Number(age.dataset.since))}`);
    if (head) say(facts, factsOf(head));
  }, 2000);
  return () => { stop(); tabs.stop(); clearInterval(clock); };
}

/** Pods that wait for the same thing are told of once. */
function grouped(all) {
  const groups = new Map();
  for (const wait of all) {
    const key = wait.severity === 'consequence' ? wait.reason + wait.sentence.replace(wait.target, '') : wait.target + wait.sentence;
    groups.set(key, [...(groups.get(key) ?? []), wait]);
  }
  return [...groups.values()];
}

/** What happens, in one sentence. An estimate is worth nothing while a pod cannot go on by itself. */
function sentenceOf(head, stuck) {
  const left = stuck ? ` · ${stuck.target} needs help` : head.left ? ` · about ${span(head.left)} left` : '';
  switch (head.phase) {
    case 'ready': return head.replicas === 0 ? 'Scaled to zero.' : `${head.replicas === 1 ? 'The pod is' : `All ${head.replicas.toLocaleString('en')} pods are`} up to date and available.`;
    case 'partitioned': return head.partition >= head.replicas ? 'All pods keep the older revision: the partition is above them.' : `The canary is done: ${count(head.partition, 'pod')} keep the older revision.`;
    case 'updating': return `${head.done.toLocaleString('en')} of ${count(head.total, 'pod')} updated${left}`;
    case 'scaling': return `${head.available.toLocaleString('en')} of ${count(head.replicas, 'pod')} available${left}`;
    case 'paused': return head.strategy === 'OnDelete'
      ? 'Pods keep the older revision until they are deleted.'
      : `Paused with ${head.done.toLocaleString('en')} of ${count(head.total, 'pod')} updated.`;
    default: return head.message;
  }
}

function factsOf(head) {
  const ways = { ReCreate: 'replaces pods', InPlaceIfPossible: 'updates in place where possible', InPlaceOnly: 'updates in place only', OnDelete: 'updates when pods are deleted' };
  return [
    ways[head.strategy] ?? head.strategy,
    head.strategy === 'OnDelete' ? '' : `at most ${head.maxUnavailable} down at a time`,
    head.ordered ? 'in order' : 'in parallel',
    head.partition ? `partition ${head.partition}` : '',
    head.minReady ? `available after ${span(head.minReady)}` : '',
    `created ${since(head.created)} ago`].filter(Boolean).join(' · ');
}

