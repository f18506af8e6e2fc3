/**
 * The same tasks without us, as people do it today: a git worktree for each agent. Its work is committed there, main is merged into it
 * by `git merge`, the project's check runs, and main is moved forward. A conflict is answered as our model answers it: main's version
 * is taken, and the change made again.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { CHECK } from "./make-project.ts";
import { pathsOf, type Step, type Task } from "./task.ts";
import { answersFor } from "./task-model.ts";
import type { WorkOptions } from "./work-in-views.ts";

export interface WorkedApart {
  readonly landed: readonly Task[];
  readonly conflicts: number;
  readonly seconds: number;
  readonly faults: readonly string[];
}

interface Ended {
  readonly code: number;
  readonly output: string;
}

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_TRIES = 10;
const GIT = ["-c", "user.name=agent", "-c", "user.email=agent@here.test", "-c", "gc.auto=0"];

export async function workInWorktrees(options: WorkOptions): Promise<WorkedApart> {
  const { workspace, beside, tasks, thinkMs } = options;
  const book: Book = { landed: [], conflicts: 0, faults: [], queue: Promise.resolve() };
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "first"],
  ])
    await git(workspace, words);
  const started = performance.now();
  await Promise.all(
    tasks.map(async (own, agent) => {
      const folder = join(beside, `tree-${agent}`);
      await git(workspace, ["worktree", "add", "-q", "-b", `agent-${agent}`, folder]);
      for (const task of own) {
        await doSteps(task.steps, { folder, thinkMs });
        await commit(folder, task);
        await inTurn(book, () => merge(task, { folder, workspace, thinkMs, book }));
      }
    }),
  );
  const { landed, conflicts, faults } = book;
  return { landed, conflicts, faults, seconds: (performance.now() - started) / 1000 };
}

interface Book {
  readonly landed: Task[];
  conflicts: number;
  readonly faults: string[];
  queue: Promise<void>;
}

/** One after the other, or main would be another than the one that was checked. */
async function inTurn(book: Book, act: () => Promise<void>): Promise<void> {
  const mine = book.queue.then(act);
  book.queue = mine.catch(() => {});
  return mine;
}

interface Tree {
  readonly folder: string;
  readonly thinkMs: number;
}

async function merge(
  task: Task,
  { workspace, book, ...tree }: Tree & { readonly workspace: string; readonly book: Book },
): Promise<void> {
  const { folder } = tree;
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const merged = await git(folder, ["merge", "-q", "--no-edit", "main"], [0, 1]);
    if (merged.code !== 0) {
      book.conflicts += 1;
      await takeMain(task, tree);
    }
    const check = await run(CHECK.split(" "), folder);
    if (check.code === 0) {
      await git(workspace, ["merge", "-q", "--ff-only", await headOf(folder)]);
      book.landed.push(task);
      return;
    }
    await doSteps(task.steps, tree);
    await commit(folder, task);
  }
  book.faults.push(`${task.mark} (${task.kind}) never came into main`);
}

async function takeMain(task: Task, tree: Tree): Promise<void> {
  const { folder } = tree;
  const { output } = await git(folder, ["diff", "--name-only", "--diff-filter=U"]);
  const paths = output.split("\n").filter((path) => path !== "");
  for (const path of paths) {
    const taken = await git(folder, ["checkout", "MERGE_HEAD", "--", path], [0, 1]);
    if (taken.code !== 0) await git(folder, ["rm", "-qf", "--ignore-unmatch", "--", path]);
  }
  const again = task.steps.filter((step) => pathsOf(step).some((path) => paths.includes(path)));
  await doSteps(again, tree);
  await commit(folder, task);
}

async function doSteps(steps: readonly Step[], { folder, thinkMs }: Tree): Promise<void> {
  if (thinkMs > 0) await after(thinkMs * answersFor(steps));
  for (const step of steps)
    if (step.by === "command") await run(["bash", "-c", step.line], folder);
    else if (step.by === "write") {
      mkdirSync(dirname(join(folder, step.path)), { recursive: true });
      writeFileSync(join(folder, step.path), step.text);
    } else insert(join(folder, step.path), step);
}

function insert(file: string, { anchor, added }: Extract<Step, { by: "edit" }>): void {
  const text = readFileSync(file, "utf8");
  if (!text.includes(added))
    writeFileSync(
      file,
      text.replace(anchor, () => `${anchor}${added}`),
    );
}

async function commit(folder: string, { mark }: Task): Promise<void> {
  await git(folder, ["add", "-A"]);
  await git(folder, ["commit", "-q", "--allow-empty", "-m", mark]);
}

async function headOf(folder: string): Promise<string> {
  return (await git(folder, ["rev-parse", "HEAD"])).output.trim();
}

async function git(
  folder: string,
  words: readonly string[],
  well: readonly number[] = [0],
): Promise<Ended> {
  const ended = await run(["git", ...GIT, ...words], folder);
  if (!well.includes(ended.code)) throw new TypeError(`git ${words.join(" ")}: ${ended.output}`);
  return ended;
}

function run([program = "", ...words]: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, words, { cwd, maxBuffer: MOST_BYTES }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 127;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}
