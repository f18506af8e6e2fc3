/**
 * `npm run together [-- --agents 8 --tasks 50 --files 5000 --think MS --seed N --only views]`: agents with scripted models work on one
 * project at once, each in a view of its own, and get in each other's way on purpose. The same tasks are then done by one agent, one
 * after the other, and in git worktrees that are merged by `git merge`. Every landing has to pass the project's tests. The last line
 * is JSON.
 */
import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { runTogether } from "./together/run-together.ts";

const USAGE =
  "npm run together -- [--agents N] [--tasks N] [--files N] [--think MS] [--seed N] [--only views]";
const { values } = readOptions(USAGE, {
  options: {
    agents: { type: "string", default: "8" },
    tasks: { type: "string", default: "50" },
    files: { type: "string", default: "5000" },
    think: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const numbers = [values.agents, values.tasks, values.files, values.think, values.seed].map(Number);
const [agents = 0, tasks = 0, files = 0, thinkMs = 0, seed = 0] = numbers;
if (!numbers.every(Number.isInteger) || Math.min(agents, tasks) < 1 || files < 100 || thinkMs < 0)
  refuseWords(`usage: ${USAGE}; a project has 100 files or more`);
if (values.only !== undefined && values.only !== "views") refuseWords(`usage: ${USAGE}`);

const { faults, ...report } = await runTogether({
  amount: { agents, tasks, files, seed },
  thinkMs,
  isAlone: values.only === "views",
});
for (const fault of faults) console.error(fault);
console.log(JSON.stringify(report));
process.exitCode = report.lost + report.red_landings + faults.length === 0 ? 0 : 1;
