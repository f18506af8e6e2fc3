import { approvalChecks } from "./check-approvals.ts";
import { callChecks } from "./check-calls.ts";
import { countChecks } from "./check-counts.ts";
import { eventChecks } from "./check-events.ts";
import { hearingChecks } from "./check-hearing.ts";
import { lifeChecks } from "./check-life.ts";
import { partChecks } from "./check-parts.ts";
import { pruneChecks } from "./check-prune.ts";
import { runChecks } from "./check-runs.ts";
import { sessionChecks } from "./check-sessions.ts";
import { workerChecks } from "./check-workers.ts";
import { writerChecks } from "./check-writers.ts";
import type { StoreCheck } from "./store-conformance.ts";

/** The checks in the order in which their failures make sense to a reader. */
export const STORE_CHECKS: readonly StoreCheck[] = [
  ...sessionChecks,
  ...runChecks,
  ...partChecks,
  ...approvalChecks,
  ...eventChecks,
  ...countChecks,
  ...callChecks,
  ...writerChecks,
  ...hearingChecks,
  ...workerChecks,
  ...pruneChecks,
  ...lifeChecks,
];
