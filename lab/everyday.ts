/**
 * `npm run everyday [-- --only NAME …] [--level full|plain|none …]`: what a person does in a working day, typed into a real terminal
 * with the built program, with bubblewrap and without. Prints a table: was a question asked, what came, and is it right. What is
 * right stands beside each task. Needs a build (`npm run build`). The last line is JSON.
 */
import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { hasSandbox } from "../test/has-sandbox.ts";
import { hasPlainSandbox } from "../test/sandbox-levels.ts";
import { TASKS } from "./everyday/all-tasks.ts";
import { hasProgram } from "./everyday/everyday-world.ts";
import { openSites } from "./everyday/open-sites.ts";
import { type Played, playTask } from "./everyday/play-task.ts";
import { type Inside, runAgainInside, runsInside } from "./everyday/run-inside.ts";
import type { Level, Task } from "./everyday/task.ts";

const LEVELS: readonly Level[] = ["full", "plain", "none"];
const HERE = { full: hasSandbox, plain: hasPlainSandbox, none: true };
const { values, positionals } = readOptions(
  "npm run everyday -- [[--only] NAME …] [--level full|plain|none …]",
  {
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true, default: [] },
      level: { type: "string", multiple: true, default: ["full", "none"] },
    },
  },
);
const wanted = [...values.only, ...positionals];
const tasks = TASKS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
// A run of nothing would look like one in which all is well.
if (tasks.length === 0) refuseWords(`no task is called ${wanted.join(" or ")}`);
const levels = LEVELS.filter((level) => values.level.includes(level));
if (levels.length === 0) refuseWords(`no level is called ${values.level.join(" or ")}`);

const inside = runsInside();
if (inside === null) runAgainInside();
else await playAll(inside);

async function playAll({ hasNetwork }: Inside): Promise<void> {
  const sites = hasNetwork ? await openSites() : null;
  const wrong: string[] = [];
  const left: string[] = [];
  let right = 0;
  for (const level of levels)
    for (const task of tasks) {
      const why = reasonToLeave(task, level, hasNetwork);
      if (why === "elsewhere") continue;
      if (why !== null) {
        left.push(`${task.name} (${level}): ${why}`);
        console.log(`-     ${level.padEnd(5)} ${task.name}: ${why}`);
        continue;
      }
      const played = await playTask(task, { level });
      print(played, task.open);
      if (played.wrong.length === 0) right += 1;
      else wrong.push(`${task.name} (${level})`);
    }
  sites?.close();
  console.log(JSON.stringify({ tasks: right + wrong.length, right, wrong, left }));
  process.exitCode = wrong.length === 0 && right > 0 ? 0 : 1;
}

function reasonToLeave(task: Task, level: Level, hasNetwork: boolean): string | null {
  if (!(task.levels ?? ["full", "plain", "none"]).includes(level)) return "elsewhere";
  if (!HERE[level]) return "this machine has no such sandbox";
  if (task.network === true && !hasNetwork) return "no network of our own can be made here";
  if (task.needs !== undefined && !hasProgram(task.needs)) return `${task.needs} is not here`;
  return null;
}

function print({ task, level, asked, result, wrong }: Played, open?: string): void {
  const mark = wrong.length === 0 ? "right" : "WRONG";
  const times = asked === 0 ? "unasked" : `asked ${asked}`;
  console.log(`${mark} ${level.padEnd(5)} ${times.padEnd(8)} ${task}: ${result}`);
  if (wrong.length > 0 && open !== undefined) console.log(`      known: ${open}`);
  for (const why of wrong) console.log(`      ${why.replaceAll("\n", "\n      ")}`);
}
