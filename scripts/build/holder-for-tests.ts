/**
 * The holder that tests start, without its types. Every session with commands starts one, thousands in a test run, and Node takes
 * a tenth of a second of processor time to get ready for reading types. Each run makes it again, so it is never an older one.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

const FROM = "packages/sandbox/src/holder";
/** Where the package's map of imports looks for it under the condition `@toolplane/tests`. */
const TO = "packages/sandbox/dist/tests/holder";

if (import.meta.main) makeHolder(join(import.meta.dirname, "../.."));

function makeHolder(root: string): void {
  mkdirSync(join(root, TO), { recursive: true });
  const files = readdirSync(join(root, FROM));
  for (const file of files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))) {
    const text = readFileSync(join(root, FROM, file), "utf8");
    const code = stripTypeScriptTypes(text).replaceAll(/from "(\.\/[^"]+)\.ts"/g, 'from "$1.js"');
    const path = join(root, TO, file.replace(/\.ts$/, ".js"));
    // Another run may be starting one from there.
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path);
  }
}
