// Dialogs; the browser keeps the focus inside and gives it back.
import { el } from './dom.js';

function show(dialog) {
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  dialog.showModal();
  return dialog;
}

/** A dialog to read. */
export function openDialog(title, ...content) {
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' });
  dialog.append(el('div', { class: 'body' }, el('h2', { id: 'dialog-title' }, title), ...content,
    el('div', { class: 'ends' }, el('button', { onclick: () => dialog.close(), autofocus: true }, 'Close'))));
  return show(dialog);
}

/** A dialog with fields, and a button that does something. */
export function openForm(title, { content, button, isBad, submit }) {
  const confirm = el('button', { class: isBad ? 'bad' : 'main', type: 'submit', id: 'confirm' }, button);
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' });
  const form = el('form', { method: 'dialog' }, el('h2', { id: 'dialog-title' }, title), ...content,
    el('div', { class: 'ends' },
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'), confirm));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!confirm.disabled) submit(dialog);
  });
  dialog.append(form);
  show(dialog);
  return { dialog, confirm };
}

/** The fields in which two objects differ. */
export function diffList(fields) {
  if (!fields.length) return el('p', { class: 'soft' }, 'No field of the set changes.');
  return el('ul', { class: 'diff', tabindex: '0', 'aria-label': 'Fields that change' }, fields.map((field) =>
    el('li', {}, el('span', { class: 'path' }, field.path),
      field.before === '' ? null : el('span', {}, el('span', { class: 'hush' }, 'before: '), el('span', { class: 'was' }, `− ${field.before}`)),
      field.after === '' ? null : el('span', {}, el('span', { class: 'hush' }, 'after: '), el('span', { class: 'is' }, `+ ${field.after}`)))));
}
