/**
 * A stage in a process of its own, that ends itself with SIGKILL at a given step. Arguments: the workspace, user-data and the
 * number of the step. Prints the names of the steps.
 */

import { openWorld } from "./landing-world.ts";
import { bringRounds, openOutput } from "./output-world.ts";

const [workspace = "", userData = "", stop = "-1"] = process.argv.slice(2);
const steps: string[] = [];
const onStep = (name: string) => {
  if (steps.length === Number(stop)) process.kill(process.pid, "SIGKILL");
  steps.push(name);
};
await bringRounds(openOutput(openWorld({ at: { workspace, userData }, onStep })));
process.stdout.write(JSON.stringify(steps));
