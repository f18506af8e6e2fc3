/**
 * One landing or one undo in a process of its own, that ends itself with SIGKILL at a given step. Arguments: the workspace,
 * user-data, what to do (`land`, `diff`, `undo`, `redo`), the step's number, and the command. Prints the names of the steps.
 */
import { createLandedMoves } from "@toolplane/sandbox/inside";
import { journalOf, openWorld, runCommand } from "./landing-world.ts";

const [workspace = "", userData = "", work = "land", stop = "-1", command = ""] =
  process.argv.slice(2);
const steps: string[] = [];
const onStep = (name: string) => {
  if (steps.length === Number(stop)) process.kill(process.pid, "SIGKILL");
  steps.push(name);
};

const world = openWorld({ at: { workspace, userData }, ...(work === "land" ? { onStep } : {}) });
if (work === "land") {
  const { landing } = await runCommand(world, command);
  process.stdout.write(`${landing?.state} ${JSON.stringify(landing?.refused ?? [])}\n`);
} else {
  const { options } = world;
  const journal = journalOf(options, createLandedMoves({ ...options, onStep }));
  const names = (await journal.list()).map(({ id }) => id);
  if (work === "diff") for (const { diff } of await journal.diff(names)) steps.push(diff);
  else await (work === "undo" ? journal.undo(names) : journal.redo(names));
}
process.stdout.write(JSON.stringify(steps));
