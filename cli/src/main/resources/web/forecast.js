// What a change would do: the batches in their order, played forward before anything is changed.
import { el } from './dom.js';
import { count, span } from './words.js';

/** The batches and what they come to. `head` is the set as it is now. */
export function drawForecast(found, head) {
  const notes = notesOf(found, head);
  return [
    el('h3', {}, 'What happens then'),
    el('p', { class: 'gist' }, gistOf(found)),
    found.batches.length ? batchList(found) : null,
    notes.length ? el('ul', { class: 'soft remarks' }, notes.map((words) => el('li', {}, words))) : null,
  ].filter(Boolean);
}

function gistOf(found) {
  if (!found.batches.length) return 'No pod changes.';
  const pods = [
    found.restarts ? el('strong', {}, found.restarts === 1 ? '1 pod restarts' : `${count(found.restarts, 'pod')} restart`) : null,
    found.deleted ? el('strong', {}, found.deleted === 1 ? '1 pod is deleted' : `${count(found.deleted, 'pod')} are deleted`) : null,
  ].filter(Boolean);
  if (found.created) pods.push(el('strong', {}, found.created === 1 ? '1 pod is created' : `${count(found.created, 'pod')} are created`));
  if (!pods.length) pods.push(el('strong', {}, 'No pod restarts'));
  const parts = [...pods, count(found.count, 'batch', 'batches')];
  if (found.lasts) parts.push(found.cut ? `longer than ${span(found.lasts)}` : `about ${span(found.lasts)}`);
  return parts.flatMap((part, at) => (at ? [' · ', part] : [part]));
}

function batchList(found) {
  const rows = found.batches.map((batch) => el('li', {},
    el('span', { class: 'soft when' }, batch.at ? `after ${span(batch.at)}` : 'at once'),
    el('div', {}, batch.groups.map(group))));
  const more = found.count - found.batches.length;
  if (more > 0) rows.push(el('li', { class: 'soft' }, `and ${count(more, 'further batch', 'further batches')}`));
  return el('ol', { class: 'batches', tabindex: '0', 'aria-label': 'Batches in their order' }, rows);
}

function group(each) {
  const cell = (name) => el('span', { class: 'step', 'data-kind': each.kind, title: name }, name.split('-').pop());
  return el('p', {}, el('span', { class: 'act' }, each.count > 1 ? `${each.word} ${each.count.toLocaleString('en')}` : each.word), ' ',
    each.pods.flatMap((name) => [cell(name), ' ']), each.last ? ['… ', cell(each.last)] : []);
}

function notesOf(found, head) {
  const isReplaced = found.batches.some((batch) => batch.groups.some((each) => each.kind === 'replace'));
  const notes = [];
  if (found.because && isReplaced) notes.push(`Pods are replaced, because ${found.because}.`);
  else if (isReplaced && head.strategy === 'ReCreate') notes.push('Pods are replaced, as the set asks for: its update policy is ReCreate.');
  if (found.limits.length) notes.push(`Limited by ${found.limits.join(', ')}.`);
  if (found.untouched && found.batches.length && !found.cut) notes.push(found.untouched === 1 ? '1 pod stays as it is.' : `${count(found.untouched, 'pod')} stay as they are.`);
  if (found.underWay && found.batches.length) notes.push('The set is on its way already, so that batches may come otherwise.');
  if (found.cut) notes.push('The set is large: this is how it begins. What comes later was not played to its end.');
  if (found.trouble) notes.push(`Then it waits: ${found.trouble}`);
  if (found.lasts && !found.cut) notes.push('Times are those of the pods that started before.');
  return notes;
}
