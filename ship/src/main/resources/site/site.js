// Search, the menu on wide screens, and the place in the table of contents.
const root = document.body.dataset.root;
const query = document.getElementById("query");
const hits = document.getElementById("hits");
const menu = document.getElementById("menu");

const wide = matchMedia("(min-width: 48.01rem)");
const showMenu = () => { menu.open = wide.matches; };
wide.addEventListener("change", showMenu);
showMenu();

// Every word must occur; in the title it counts more.
function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = [];
  for (const entry of window.searchIndex) {
    const title = `${entry.title} ${entry.page}`.toLowerCase();
    const body = entry.words.toLowerCase();
    let score = 0;
    for (const word of words) {
      const inTitle = title.includes(word);
      const inBody = body.includes(word);
      if (!inTitle && !inBody) { score = 0; break; }
      score += (inTitle ? 10 : 0) + Math.min(body.split(word).length - 1, 5) + (entry.title.toLowerCase().startsWith(word) ? 5 : 0);
    }
    if (score) found.push({ entry, score });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 12).map((each) => each.entry);
}

// The words around the first hit, with the hit marked. Text nodes only: nothing of the index is HTML.
function excerpt(entry, text) {
  const small = document.createElement("small");
  const word = text.toLowerCase().split(/\s+/).filter(Boolean)[0];
  const at = entry.words.toLowerCase().indexOf(word);
  const from = at > 50 ? entry.words.indexOf(" ", at - 50) + 1 : 0;
  if (at < 0) {
    small.append(entry.words.slice(0, 120));
    return small;
  }
  const mark = document.createElement("mark");
  mark.append(entry.words.slice(at, at + word.length));
  small.append((from ? "… " : "") + entry.words.slice(from, at), mark, entry.words.slice(at + word.length, at + 90));
  return small;
}

function show() {
  const text = query.value.trim();
  hits.replaceChildren();
  hits.hidden = !text;
  if (!text) return;
  for (const entry of find(text)) {
    const link = document.createElement("a");
    link.href = root + entry.address;
    const title = document.createElement("b");
    title.append(entry.page === entry.title ? entry.title : `${entry.page} › ${entry.title}`);
    link.append(title, excerpt(entry, text));
    const item = document.createElement("li");
    item.append(link);
    hits.append(item);
  }
  if (!hits.children.length) {
    const none = document.createElement("p");
    none.append("Nothing found.");
    hits.append(none);
  }
}

query.addEventListener("input", show);
query.addEventListener("focus", show);
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search") || event.target.closest("#hits a")) hits.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input")) { event.preventDefault(); query.focus(); }
  if (event.key === "Escape") { hits.hidden = true; query.blur(); }
  if (event.key === "Enter" && event.target === query) hits.querySelector("a")?.click();
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const links = [...hits.querySelectorAll("a")];
    if (hits.hidden || !links.length) return;
    event.preventDefault();
    const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    (links[next] ?? query).focus();
  }
});

const marks = new Map([...document.querySelectorAll("aside a")].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    for (const link of marks.values()) link.classList.remove("here");
    marks.get(entry.target.id)?.classList.add("here");
  }
}, { rootMargin: "-60px 0px -75% 0px" });
document.querySelectorAll("main h2[id], main h3[id]").forEach((heading) => seen.observe(heading));
