/** Does the same tasks in three ways, each on a project of its own, and compares the ends. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findLost, marksOf } from "./find-lost.ts";
import { makeProject } from "./make-project.ts";
import { type Amount, makeTasks } from "./make-tasks.ts";
import type { Marks, Task } from "./task.ts";
import { workInViews } from "./work-in-views.ts";
import { workInWorktrees } from "./work-in-worktrees.ts";

export interface TogetherOptions {
  readonly amount: Amount;
  readonly thinkMs: number;
  /** Only the agents in their views: nothing to compare with. */
  readonly isAlone?: boolean;
}

export interface TogetherReport {
  readonly agents: number;
  readonly tasks: number;
  readonly files: number;
  readonly think_ms: number;
  readonly landed: number;
  readonly conflicts_named: number;
  readonly red_named: number;
  readonly lost: number;
  readonly red_landings: number;
  readonly seconds: number;
  readonly sequential_seconds: number | null;
  readonly worktree_seconds: number | null;
  readonly worktree_conflicts: number | null;
  /** In words; nothing where all is well. */
  readonly faults: readonly string[];
}

/** Not below /tmp, which means another folder to commands. */
const BASE = "/var/tmp";

export async function runTogether({
  amount,
  thinkMs,
  isAlone = false,
}: TogetherOptions): Promise<TogetherReport> {
  const folder = mkdtempSync(join(realpathSync(BASE), "together-"));
  try {
    const first = join(folder, "first");
    makeProject(first, amount.files);
    const before = marksOf(first);
    const tasks = makeTasks(amount);
    const place = (name: string) => {
      const beside = join(folder, name);
      mkdirSync(beside);
      const workspace = join(beside, "project");
      cpSync(first, workspace, { recursive: true });
      return { workspace, beside, thinkMs };
    };
    const views = place("views");
    const worked = await workInViews({ ...views, tasks });
    const lost = findLost(views.workspace, { before, landed: worked.landed });
    const others = isAlone ? null : await compare(place, { tasks, before });
    return {
      agents: amount.agents,
      tasks: amount.tasks,
      files: before.size,
      think_ms: thinkMs,
      landed: worked.landed.length,
      conflicts_named: worked.conflicts,
      red_named: worked.red,
      lost: lost.length,
      red_landings: worked.redLandings,
      seconds: rounded(worked.seconds),
      sequential_seconds: others === null ? null : rounded(others.sequential.seconds),
      worktree_seconds: others === null ? null : rounded(others.worktrees.seconds),
      worktree_conflicts: others === null ? null : others.worktrees.conflicts,
      faults: [...worked.faults, ...lost, ...(others?.faults ?? [])],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Place = { readonly workspace: string; readonly beside: string; readonly thinkMs: number };

async function compare(
  place: (name: string) => Place,
  { tasks, before }: { readonly tasks: readonly (readonly Task[])[]; readonly before: Marks },
) {
  const alone = place("sequential");
  const sequential = await workInViews({ ...alone, tasks: [interleaved(tasks)] });
  const trees = place("worktrees");
  const worktrees = await workInWorktrees({ ...trees, tasks });
  const told = (name: string, faults: readonly string[]) => faults.map((one) => `${name}: ${one}`);
  const lost = findLost(alone.workspace, { before, landed: sequential.landed });
  const apart = findLost(trees.workspace, { before, landed: worktrees.landed });
  return {
    sequential,
    worktrees,
    faults: [
      ...told("one after another", [...sequential.faults, ...lost]),
      ...told("worktrees", [...worktrees.faults, ...apart]),
    ],
  };
}

/** In the order in which agents that are equally fast would come to them. */
function interleaved(tasks: readonly (readonly Task[])[]): readonly Task[] {
  const most = Math.max(...tasks.map((own) => own.length));
  return Array.from({ length: most }, (_none, at) => at).flatMap((at) =>
    tasks.flatMap((own) => own.slice(at, at + 1)),
  );
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
