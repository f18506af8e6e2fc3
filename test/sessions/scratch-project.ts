/** A small npm project made from local files: something to list, test, break, mend, build and commit. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const FILES: Readonly<Record<string, string>> = {
  "package.json": json({
    name: "price-list",
    version: "0.1.0",
    private: true,
    type: "module",
    scripts: {
      test: "node --test",
      build: "node scripts/build.js",
      lint: "node --check src/price.js",
    },
    dependencies: { "plain-words": "file:./vendor/plain-words" },
  }),
  "README.md": "# Price list\n\nReads sales, prints a report.\n\n## Use\n\nnpm run build\n",
  ".gitignore": "node_modules/\ndist/\n",
  "src/price.js": [
    "/** Sums a list of sales, in cents. */",
    "export function total(sales) {",
    "  return sales.reduce((sum, sale) => sum + sale.cents, 1);",
    "}",
    "",
    "export const taxRate = 0.19;",
    "",
  ].join("\n"),
  "src/read-sales.js": [
    'import { readFileSync } from "node:fs";',
    "",
    "export function readSales(path) {",
    '  const [, ...rows] = readFileSync(path, "utf8").trim().split("\\n");',
    '  return rows.map((row) => row.split(",")).map(([day, item, cents]) => ({ day, item, cents: Number(cents) }));',
    "}",
    "",
  ].join("\n"),
  "test/price.test.js": [
    'import assert from "node:assert";',
    'import { test } from "node:test";',
    'import { total } from "../src/price.js";',
    "",
    'test("an empty list costs nothing", () => assert.equal(total([]), 0));',
    'test("sums cents", () => assert.equal(total([{ cents: 2 }, { cents: 3 }]), 5));',
    "",
  ].join("\n"),
  "scripts/build.js": [
    'import { mkdirSync, writeFileSync } from "node:fs";',
    'import { plain } from "plain-words";',
    'import { total } from "../src/price.js";',
    'import { readSales } from "../src/read-sales.js";',
    "",
    'mkdirSync("dist", { recursive: true });',
    'writeFileSync("dist/report.txt", `${plain("Total")}: ${total(readSales("data/sales.csv"))}\\n`);',
    'console.log("built dist/report.txt");',
    "",
  ].join("\n"),
  "scripts/ticker.js": "let n = 0;\nsetInterval(() => console.log(`tick ${(n += 1)}`), 50);\n",
  "vendor/plain-words/package.json": json({
    name: "plain-words",
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
  }),
  "vendor/plain-words/index.js": "export const plain = (text) => text.toLowerCase();\n",
  "data/sales.csv":
    "day,item,cents\nmon,tea,250\nmon,milk,120\ntue,tea,250\nwed,bread,310\nwed,tea,260\n",
};

/** Writes the project into an empty folder. */
export function makeScratchProject(folder: string): void {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
