/** The tasks, done by agents that work in views of their own, all in one process. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createToolplane, type Toolplane } from "toolplane";
import { isGreen } from "./is-green.ts";
import { CHECK } from "./make-project.ts";
import type { Task } from "./task.ts";
import { taskModel } from "./task-model.ts";

export interface WorkOptions {
  readonly workspace: string;
  /** A folder of its own beside the workspace. */
  readonly beside: string;
  /** The tasks of each agent. */
  readonly tasks: readonly (readonly Task[])[];
  readonly thinkMs: number;
}

export interface Worked {
  /** In the order in which they landed. */
  readonly landed: readonly Task[];
  /** Times that a conflict was named and the change made again. */
  readonly conflicts: number;
  /** Times that the check was red and the change made again. */
  readonly red: number;
  /** Landings after which the project's check was red, and stayed so. */
  readonly redLandings: number;
  readonly seconds: number;
  /** What went otherwise than it should, in words. */
  readonly faults: readonly string[];
}

/** A run ends when its model was told a few times; its person asks again. */
const MOST_ASKED = 10;
/** A landing of several files is seen half done by whoever looks at the folder; a red project stays red. */
const LOOK_AGAIN_MS = 100;
const LOOKS = 20;

export async function workInViews(options: WorkOptions): Promise<Worked> {
  const { workspace, beside, tasks } = options;
  mkdirSync(join(beside, "home"), { recursive: true });
  const toolplane = await createToolplane({
    workspace,
    userData: join(beside, "data"),
    environment: { PATH: process.env.PATH, HOME: join(beside, "home") },
    policy: [{ permission: "*", pattern: "**", action: "allow" }],
    require: [{ name: "tests", run: CHECK }],
    onWarning: () => {},
  });
  const book: Book = { landed: [], conflicts: 0, red: 0, redLandings: 0, faults: [], looks: [] };
  const started = performance.now();
  await Promise.all(tasks.map((own) => workOn(own, { ...options, toolplane, book })));
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(book.looks);
  await toolplane.close();
  const { looks: _, ...worked } = book;
  return { ...worked, seconds };
}

interface Book {
  readonly landed: Task[];
  conflicts: number;
  red: number;
  redLandings: number;
  readonly faults: string[];
  readonly looks: Promise<void>[];
}

interface Working extends WorkOptions {
  readonly toolplane: Toolplane;
  readonly book: Book;
}

async function workOn(
  tasks: readonly Task[],
  { toolplane, book, thinkMs, workspace }: Working,
): Promise<void> {
  let now: Task | undefined;
  let end = "";
  const model = taskModel({
    thinkMs,
    onAgain: () => {},
    task: () => {
      if (now === undefined) throw new TypeError("an agent was asked before it had a task");
      return now;
    },
  });
  const agent = await toolplane.agent({ model, view: "own" });
  agent.on((event) => {
    if (event.type !== "view-end") return;
    end = event.end.state;
    if (end === "conflict") book.conflicts += 1;
    if (end === "red") book.red += 1;
    if (end === "kept") book.faults.push(event.end.state === "kept" ? event.end.text : "");
    if (end === "landed" && now !== undefined) {
      book.landed.push(now);
      book.looks.push(look(workspace, book));
    }
  });
  for (const task of tasks) {
    now = task;
    end = "empty";
    const outcome = await agent.run(`Do ${task.mark}: ${task.kind}.`);
    for (let asked = 0; asked < MOST_ASKED && /conflict|red/.test(end); asked += 1)
      await agent.run(`Do ${task.mark} again.`);
    // Somebody else did the very same, as with a file that goes.
    if (end === "empty" && outcome.status === "done") book.landed.push(task);
    else if (end !== "landed")
      book.faults.push(`${task.mark} (${task.kind}) ended ${end}, ${JSON.stringify(outcome)}`);
  }
  await agent.close();
}

async function look(workspace: string, book: Book): Promise<void> {
  for (let tried = 0; tried < LOOKS; tried += 1) {
    if (isGreen(workspace)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  book.redLandings += 1;
}
