/** The child of one pass: `run-pass.ts SECTION-FILE ROW PASS` measures and prints its figures as one line of JSON. */
import { pathToFileURL } from "node:url";
import type { SectionModule } from "./section.ts";

if (import.meta.main) {
  const [file = "", name = "", pass = ""] = process.argv.slice(2);
  const { section } = (await import(pathToFileURL(file).href)) as SectionModule;
  const chosen = section.rows.find((row) => row.name === name)?.passes[Number(pass)];
  if (!chosen) throw new Error(`no pass ${pass} of row ${name}`);
  process.stdout.write(`\n${JSON.stringify(await chosen.measure())}\n`);
  // A peer may hold a timer or a transport open; what it measured is said.
  process.exit(0);
}
