/**
 * An agent in a view of its own, in a process that ends itself with SIGKILL before the change of a file with a given number.
 * Arguments: the workspace, user-data, the number. Prints by which functions it changed files, and from which number on it lands.
 * Before that somebody else changes a file that it changed too, so that it is merged.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createToolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { CHECK, LIST, TURNS } from "./killed-turns.ts";

const [workspace = "", userData = "", stop = "-1"] = process.argv.slice(2);

/** Everything by which views and landings change a disk. */
const CHANGES = [
  ...(["renameSync", "linkSync", "unlinkSync", "symlinkSync", "mkdirSync", "rmdirSync"] as const),
  ...([
    "writeSync",
    "writeFileSync",
    "chmodSync",
    "fchmodSync",
    "ftruncateSync",
    "rmSync",
  ] as const),
] as const;

const done: string[] = [];
const other = fs.writeFileSync;
let isCounting = false;
const files = fs as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
for (const name of CHANGES) {
  const real = files[name] as (...given: readonly unknown[]) => unknown;
  files[name] = (...given) => {
    if (isCounting && done.length === Number(stop)) process.kill(process.pid, "SIGKILL");
    if (isCounting) done.push(name);
    return real(...given);
  };
}
syncBuiltinESMExports();

const toolplane = await createToolplane({
  workspace,
  userData,
  preset: "everyday",
  policy: [{ permission: "*", pattern: "**", action: "allow" }],
  require: [{ name: "list", run: CHECK }],
  onWarning: () => {},
});
isCounting = true;
let lands = -1;
const model = scriptedModel((_request, turn) => {
  if (turn === TURNS.length - 1) {
    other(`${workspace}/list`, LIST.theirs);
    lands = done.length;
  }
  return TURNS[turn] ?? null;
});
const agent = await toolplane.agent({ model, view: "own" });
const outcome = await agent.run("Work.");
isCounting = false;
await agent.close();
await toolplane.close();
process.stdout.write(JSON.stringify({ outcome, done, lands }));
