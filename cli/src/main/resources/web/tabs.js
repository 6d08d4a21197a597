// What lies below the grid: timeline, events, revisions, claims.
import { el, note } from './dom.js';
import { ask, setPath } from './live.js';
import { diffList, openDialog } from './dialog.js';
import { changes } from './change.js';
import { makeTimeline } from './timeline.js';
import { count, image, now, short, since, span } from './words.js';

const MOST = 300;

export function makeTabs(page, isReadOnly) {
  const timeline = makeTimeline();
  const events = el('ul', { class: 'events' });
  const revisions = el('ul', { class: 'revisions' });
  const claims = el('div', { class: 'scroll' });
  const panels = { Timeline: timeline.node, Events: events, Revisions: revisions, Claims: claims };
  const names = Object.keys(panels);
  const buttons = new Map();
  const bar = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Details' });
  const node = el('section', { class: 'card details', 'aria-label': 'Details' }, bar);
  let open = 'Timeline';
  let timer = 0;

  for (const name of names) {
    const button = el('button', { role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, onclick: () => choose(name) }, name);
    buttons.set(name, button);
    bar.append(button);
    node.append(el('div', { class: 'panel', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: '0' }, panels[name]));
  }
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    choose(names[(names.indexOf(open) + step + names.length) % names.length]);
    buttons.get(open).focus();
  });

  function choose(name) {
    open = name;
    for (const [each, button] of buttons) {
      button.setAttribute('aria-selected', String(each === name));
      button.setAttribute('tabindex', each === name ? '0' : '-1');
      node.querySelector(`#panel-${each}`).hidden = each !== name;
    }
    refresh();
  }

  async function refresh() {
    clearTimeout(timer);
    try {
      if (open === 'Events') showEvents(await ask(`set/${setPath(page.key)}/events`));
      if (open === 'Claims') showClaims(await ask(`set/${setPath(page.key)}/claims`));
    } catch (problem) {
      panels[open].replaceChildren(el('p', { class: 'problem' }, problem.message));
    }
    if (open === 'Timeline') timeline.show(page.pods(), page.revisions(), page.head());
    if (open === 'Revisions') showRevisions();
    if (open === 'Events' || open === 'Claims') timer = setTimeout(refresh, 3000);
  }

  function showEvents(found) {
    events.replaceChildren(...(found.length ? found.map((event) =>
      el('li', { 'data-type': event.type },
        el('span', { class: 'soft when' }, span((now() - Date.parse(event.time)) / 1000)),
        el('strong', {}, event.reason), el('span', { class: 'mono soft' }, event.object),
        el('span', { class: 'words' }, event.message, event.count > 1 ? el('span', { class: 'soft' }, ` × ${event.count}`) : '')))
      : [el('li', { class: 'soft' }, 'There are no events.')]));
  }

  function showRevisions() {
    const all = page.revisions();
    const newest = all.find((each) => each.update);
    const isNew = revisions.dataset.of !== JSON.stringify(all);
    if (!isNew) return;
    revisions.dataset.of = JSON.stringify(all);
    revisions.replaceChildren(...all.map((each) => el('li', {},
      el('span', { class: 'number' }, `#${each.number}`),
      el('div', {}, el('span', { class: 'mono' }, short(each.name)), ' ',
        each.update ? el('span', { class: 'tag new' }, 'newest') : null, ' ',
        each.current ? el('span', { class: 'tag old' }, 'current') : null,
        el('p', { class: 'mono soft' }, each.images.map(image).join(', ')), each.cause ? el('p', { class: 'soft' }, each.cause) : null),
      el('span', { class: 'soft' }, count(each.pods, 'pod')), el('span', { class: 'soft' }, since(each.created)),
      el('span', { class: 'ends' },
        newest && each !== newest ? el('button', { onclick: () => compare(each, newest) }, 'Compare') : null,
        newest && each !== newest && !isReadOnly ? el('button', { onclick: () => changes.undo(page, each.name) }, 'Roll back …') : null))));
  }

  async function compare(from, to) {
    try {
      const fields = await ask(`set/${setPath(page.key)}/diff?from=${encodeURIComponent(from.name)}&to=${encodeURIComponent(to.name)}`);
      openDialog(`Revision ${from.number} and revision ${to.number}`, diffList(fields));
    } catch (problem) {
      note(problem.message, true);
    }
  }

  function showClaims(found) {
    if (!found.length) { claims.replaceChildren(el('p', { class: 'soft' }, 'The set has no claims.')); return; }
    claims.replaceChildren(
      found.length > MOST ? el('p', { class: 'soft' }, `The first ${MOST} of ${found.length.toLocaleString('en')} claims.`) : '',
      el('table', {}, el('thead', {}, el('tr', {}, ['Claim', 'Pod', 'State', 'Capacity', 'Requested', 'Class'].map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, found.slice(0, MOST).map((claim) => el('tr', {},
          [claim.name, claim.pod, claim.state, claim.capacity, claim.requested, claim.class].map((text) => el('td', {}, text)))))));
  }

  choose(open);
  return {
    node,
    changed() { if (open === 'Timeline' || open === 'Revisions') refresh(); },
    stop() { clearTimeout(timer); },
  };
}
