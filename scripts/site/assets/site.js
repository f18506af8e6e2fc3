// The search: its index and its engine are loaded when somebody types for the first time.
const input = document.getElementById("search");
const list = document.getElementById("found");
const up = document.body.dataset.up;
let engine = null;

input.addEventListener("focus", load, { once: true });
input.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === "Escape") list.hidden = true;
});

async function load() {
  await Promise.all([script("minisearch.js"), script("search-index.js")]);
  engine = new window.MiniSearch({
    fields: ["title", "page", "text"],
    storeFields: ["title", "page", "path"],
    searchOptions: { boost: { title: 3, page: 2 }, prefix: true, fuzzy: 0.2 },
  });
  engine.addAll(window.toolplaneSections);
  show();
}

function script(name) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = `${up}assets/${name}`;
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });
}

function show() {
  if (engine === null) return;
  const found = engine.search(input.value).slice(0, 12);
  list.hidden = input.value === "";
  list.replaceChildren(
    ...found.map(({ title, page, path }) => {
      const link = document.createElement("a");
      link.href = `${up}${path}`;
      link.textContent = title === page ? title : `${title}, in ${page}`;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  if (found.length === 0 && input.value !== "") {
    const item = document.createElement("li");
    item.textContent = "Nothing found.";
    list.append(item);
  }
}
