/**
 * `npm run site [-- --out FOLDER]`: the documentation as a folder of pages that need no server and no network: every page of docs/, the
 * READMEs, a page for each client, and a search. A link that leads nowhere is an error. The last line is one JSON object.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { readOptions } from "./read-options.ts";
import { checkSite } from "./site/check-site.ts";
import { readPages } from "./site/read-pages.ts";
import { renderPages } from "./site/render-pages.ts";
import { searchIndex } from "./site/search-index.ts";

const root = join(import.meta.dirname, "..");
const { values } = readOptions("npm run site -- [--out FOLDER]", {
  options: { out: { type: "string", default: "site" } },
});
const out = resolve(root, values.out);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const pages = readPages(root);
const files = renderPages(pages, root);
for (const [path, text] of files) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
cpSync(join(root, "docs/images"), join(out, "docs/images"), { recursive: true });
cpSync(join(import.meta.dirname, "site/assets"), join(out, "assets"), { recursive: true });
const engine = createRequire(import.meta.url).resolve("minisearch");
cpSync(join(dirname(engine), "../umd/index.js"), join(out, "assets/minisearch.js"));
writeFileSync(join(out, "assets/search-index.js"), searchIndex(pages));

const dead = checkSite(out);
for (const link of dead) console.error(`! ${link}`);
console.log(`${out}/index.html`);
console.log(JSON.stringify({ pages: files.size, dead: dead.length }));
process.exitCode = dead.length === 0 ? 0 : 1;
