/**
 * `npm run frameworks`: toolplane in the agent frameworks that people use, each the real package with a model on loopback. Installs
 * what `examples/frameworks/package.json` names (about 700 MB, so it is no part of `npm install`), compiles the examples against
 * it and runs the tests. Needs the registry, so it is no part of `npm test`.
 */
import { join } from "node:path";
import { runProgram } from "../scripts/packed/run-program.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "examples/frameworks");
const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];

const failed: string[] = [];
await step("install", () => runProgram("npm", install, { cwd: folder }));
await step("types", () => runProgram("tsc", ["-p", folder], { cwd: root }));
await step("tests", () => runProgram("vitest", ["run"], { cwd: folder }));
console.log(JSON.stringify({ failed }));
process.exitCode = failed.length === 0 ? 0 : 1;

async function step(name: string, run: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  const fault = await run().then(() => null, String);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${fault === null ? "ok  " : "FAIL"} ${name}, ${seconds} s`);
  if (fault === null) return;
  console.log(`     ${fault.replaceAll("\n", "\n     ")}`);
  failed.push(name);
}
