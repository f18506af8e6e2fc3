/**
 * The process that is killed. It resumes whatever the store says is left: what the record does not know is made, what is done
 * is left alone, and what is unknown is never made again. A result is handed out only when it is durable.
 */
import { hash } from "node:crypto";
import { writeSync } from "node:fs";
import type { ToolResult } from "@toolplane/contract";
import { classifyCalls, loadRecord } from "@toolplane/kernel/record";
import { createReach, type Reach } from "./boundaries.ts";
import { leaveLine } from "./leave-line.ts";
import { type OpenWorker, openWorker } from "./open-worker.ts";
import { type Batch, type PlannedSession, plannedSessions } from "./planned-calls.ts";
import { runPlannedAgent } from "./run-planned-agent.ts";
import { sortedJson } from "./sorted-json.ts";
import { REPORT_FD, TASK_VARIABLE, type WorkerTask } from "./worker-task.ts";
import { type World, worldAt } from "./world.ts";

const task = JSON.parse(process.env[TASK_VARIABLE] ?? "null") as WorkerTask;
const world = worldAt(task.folder);
const reach = createReach(task.stop, (text) => writeSync(REPORT_FD, `${text}\n`));
const worker = await openWorker(world, { reach, fault: task.fault, kind: task.kind });
const { of, index: first } = task.share ?? { of: 1, index: 0 };
const own = plannedSessions(task.amount).filter((_, index) => index % of === first);
writeSync(REPORT_FD, "ready\n");
await Promise.all(
  own.map((planned) =>
    task.kind === "runs"
      ? runPlannedAgent(worker.toolplane, planned, reach)
      : runSession(worker, planned, { world, reach }),
  ),
);
await worker.close();
writeSync(REPORT_FD, "finished\n");

async function runSession(
  { toolplane, store, recorder }: OpenWorker,
  planned: PlannedSession,
  given: { readonly world: World; readonly reach: Reach },
): Promise<void> {
  const { rows } = await loadRecord(store, planned.id);
  const states = new Map(classifyCalls(rows).map(({ callId, state }) => [callId, state]));
  const session = toolplane.session({ id: planned.id });
  await recorder.openSession(session.manifest);
  for (const batch of planned.batches) {
    const left = batch.filter(({ id }) => mayRun(states.get(id)));
    if (left.length === 0) continue;
    const { results } = await session.callAll(left);
    given.reach("answer:before");
    await recorder.flush();
    given.reach("answer:durable");
    handOut(left, { results, ...given });
  }
  await session.close();
  await recorder.closeSession(planned.id);
}

/** True for a call that was not made at all; with the planted fault, also for one whose end a crash left unknown. */
function mayRun(state: string | undefined): boolean {
  return state === undefined || (state === "unknown" && task.fault === "unknown-rerun");
}

function handOut(
  calls: Batch,
  given: { readonly results: readonly ToolResult[]; readonly world: World; readonly reach: Reach },
): void {
  calls.forEach(({ id }, index) => {
    leaveLine(given.world.handed, `${id} ${hash("sha256", sortedJson(given.results[index]))}`);
  });
  given.reach("answer:after");
}
