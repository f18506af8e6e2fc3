/** Run by `killed.test.ts`, which kills it: a command that has written into its view and goes on. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openViewWorld } from "./fixture.ts";

const [parent = "", mark = ""] = process.argv.slice(2);
const world = await openViewWorld({ parent });
writeFileSync(join(world.workspace, "a.txt"), "one\n");
// It runs on a view that was mounted ahead, and another one waits.
for (const line of ["true", ":"]) await world.run(`eval ${line}`);
const running = world.run(
  `echo two > a.txt; rm -rf /tmp/x; echo new > new; touch /tmp/ready; sleep ${mark}`,
);
while (!existsSync(join(world.scratch, "ready"))) await new Promise((go) => setTimeout(go, 5));
process.stdout.write(`${world.workspace}\n`);
await running;
