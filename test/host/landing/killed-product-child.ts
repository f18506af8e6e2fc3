/**
 * The product in a process of its own, that ends itself with SIGKILL before the change of a file with a given number. Arguments: the
 * workspace, user-data, the number and the command. Prints by which functions it
 * changed files, ours and those of the workspace.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createToolplane } from "toolplane";

const [workspace = "", userData = "", stop = "-1", command = ""] = process.argv.slice(2);

/** Everything by which a landing changes a disk. */
const CHANGES = [
  ...(["renameSync", "linkSync", "unlinkSync", "symlinkSync", "mkdirSync", "rmdirSync"] as const),
  ...(["writeSync", "writeFileSync", "chmodSync", "fchmodSync", "ftruncateSync"] as const),
] as const;

const done: string[] = [];
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
  onWarning: () => {},
});
const session = toolplane.session();
// The first command of a session makes places that the others find.
await session.call({ id: "call_0", name: "bash", arguments: { command: "true" } });
isCounting = true;
const { type } = await session.call({ id: "call_1", name: "bash", arguments: { command } });
isCounting = false;
await toolplane.close();
process.stdout.write(JSON.stringify({ type, done }));
