import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readReferenceTables } from "./docs/read-reference-tables.ts";
import { renderReferencePages } from "./docs/reference-pages.ts";

const root = join(import.meta.dirname, "..");
for (const [path, text] of Object.entries(renderReferencePages(readReferenceTables(root)))) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`wrote ${path}`);
}
