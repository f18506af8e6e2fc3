export { isRunOver } from "../runs/is-run-over.ts";
export {
  findGpu,
  labelFault,
  ownLabels,
  type WorkerFacts,
} from "./check-labels.ts";
export { createDrive, type DrivenPlace } from "./create-drive.ts";
export { createGitPlaces, type GitPlaces } from "./git/git-places.ts";
export { namedCommit, readNamedCommit } from "./git/named-commit.ts";
export type { RepositorySource } from "./git/repository-source.ts";
export { createLiveSpans } from "./live-spans.ts";
export {
  type EngineLimits,
  hasFleet,
  inspectFleetEngine,
  openFleetEngine,
} from "./open-engine.ts";
export { readFleet } from "./read-fleet.ts";
export { readOtel } from "./read-otel.ts";
export { readRepositories } from "./read-repositories.ts";
export { type OpenResult, openResult } from "./result/open-result.ts";
export { type KeptResult, readResult } from "./result/read-result.ts";
export { serveHealth } from "./serve-health.ts";
export { type Order, submitKept, submitNew } from "./submit-run.ts";
export { createPlaces, readPlaces } from "./workspace-places.ts";
