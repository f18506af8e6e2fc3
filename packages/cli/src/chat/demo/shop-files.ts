/** The small project that demonstrations play in, whatever rules they bring along: a price, its test, and a secret. */

/** Stands in the demo's `.env`: no screen, record or answer may hold it. */
export const SECRET = "TOKEN=4f1c-the-secret";

/** The project that the demo works on, texts by path. */
export const SHOP_FILES: Readonly<Record<string, string>> = {
  ".env": `${SECRET}\n`,
  "package.json":
    '{ "name": "shop", "private": true, "type": "module", "scripts": { "test": "node src/price.test.js" } }\n',
  "src/price.js": "export const price = 41;\n",
  "src/price.test.js": [
    'import { equal } from "node:assert/strict";',
    'import { price } from "./price.js";',
    'equal(typeof price, "number");',
    'console.log("1 passed, 0 failed");',
    "",
  ].join("\n"),
};
