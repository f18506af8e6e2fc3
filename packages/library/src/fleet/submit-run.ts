/** Hands a run to the fleet: one that is kept already, or what a person asks for. */
import { LOOP_VERSION } from "@toolplane/agent";
import { ToolError } from "@toolplane/contract";
import type { Engine, RunOrder, Store, Submitted } from "@toolplane/contract/ports";
import { keptTrace } from "../ground/read-trace.ts";
import type { Runs } from "../runs/create-runs.ts";
import { readNamedCommit } from "./git/named-commit.ts";
import { keptVersion } from "./kept-version.ts";
import { type LeftRun, leaveRun } from "./leave-run.ts";

export interface SubmitGround {
  readonly engine: Pick<Engine, "submit" | "find">;
  readonly store: Pick<Store, "runs" | "flush">;
  readonly runs: Pick<Runs, "begin" | "remove">;
}

export type Order = Omit<RunOrder, "version" | "trace">;

/** Submits a run, unless one was asked for under its key already. */
export async function submitNew(
  { engine, runs, store }: SubmitGround,
  left: LeftRun,
  order: Order,
): Promise<Submitted> {
  const known = order.key === undefined ? null : await engine.find(order.key);
  if (known !== null) return { run: known, isNew: false };
  const run = await leaveRun(runs, left);
  await store.flush();
  const version = String(LOOP_VERSION);
  const labels = [...(order.labels ?? []), ...placeOf(left.workspace)];
  try {
    const submitted = await engine.submit(run, {
      ...order,
      ...keptTrace(left.trace),
      labels,
      version,
    });
    if (submitted.run !== run) await runs.remove(run);
    return submitted;
  } catch (error) {
    const isRemoved = await runs.remove(run).then(
      () => true,
      () => false,
    );
    if (isRemoved) throw error;
    // Whether it was taken is not known: under its id it can be asked for again, and is there once.
    throw new ToolError(
      "unavailable",
      `Whether the run was submitted is not known: the store went away. It is kept as ${run}: toolplane fleet submit --run ${run} makes sure of it.`,
      { cause: error },
    );
  }
}

/** Of one that is kept; the loop that wrote it has to be known where it goes on. Its folder is that of the session. */
export async function submitKept(
  { engine, store }: Pick<SubmitGround, "engine" | "store">,
  id: string,
  order: Order,
): Promise<Submitted> {
  const row = await store.runs.get(id);
  if (row === null) throw new ToolError("not_found", `There is no run ${id} in the store.`);
  const { trace } = row.about as { readonly trace?: string };
  return engine.submit(id, { ...order, ...keptTrace(trace), version: keptVersion(row.head) });
}

function placeOf(workspace: string | null): readonly string[] {
  const named = readNamedCommit(workspace);
  if (named !== null) return [`repository=${named.repository}`];
  return workspace === null ? [] : [`workspace=${workspace}`];
}
