// Elements from plain text: nothing that comes from the cluster is ever read as markup.

/** Makes an element: attributes, listeners (`onclick`), data (`data-x`), and children as text or nodes. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.className = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Sets the text only where it differs, so that nothing is painted for nothing. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function set(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

export const find = (id) => document.getElementById(id);

/** A short message at the edge of the page. */
export function note(text, isBad = false) {
  const node = el('div', { class: isBad ? 'note bad' : 'note' }, text);
  find('notes').append(node);
  setTimeout(() => node.remove(), isBad ? 9000 : 5000);
}
