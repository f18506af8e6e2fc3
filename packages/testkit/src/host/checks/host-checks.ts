import type { HostCheck } from "../host-conformance.ts";
import { analyzerChecks } from "./check-analyzer.ts";
import { atomicityChecks } from "./check-atomicity.ts";
import { backgroundChecks } from "./check-background.ts";
import { channelChecks } from "./check-channels.ts";
import { fileGateChecks } from "./check-file-gate.ts";
import { groundChecks } from "./check-ground.ts";
import { journalChecks } from "./check-journal.ts";
import { networkChecks } from "./check-network.ts";
import { outputChecks } from "./check-output.ts";
import { processChecks } from "./check-processes.ts";
import { readingChecks } from "./check-reading.ts";
import { searchChecks } from "./check-search.ts";
import { sidecarChecks } from "./check-sidecars.ts";
import { writingChecks } from "./check-writing.ts";

/** The checks in the order in which their failures make sense to a reader. */
export const HOST_CHECKS: readonly HostCheck[] = [
  ...groundChecks,
  ...analyzerChecks,
  ...readingChecks,
  ...fileGateChecks,
  ...writingChecks,
  ...atomicityChecks,
  ...journalChecks,
  ...searchChecks,
  ...networkChecks,
  ...processChecks,
  ...outputChecks,
  ...backgroundChecks,
  ...channelChecks,
  ...sidecarChecks,
];
