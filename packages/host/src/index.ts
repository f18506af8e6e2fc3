export { createImageRestorer, type ImageRestorer } from "./doors/create-image-restorer.ts";
export { showDiff } from "./doors/show-diff.ts";
export { createHost, type OpenHost } from "./face/create-host.ts";
export type { HostOptions, LandingOptions } from "./face/host-options.ts";
export {
  type PartFinding,
  probeProgram,
  probeRipgrep,
  probeSandbox,
  probeTerminals,
} from "./face/inspect-machine.ts";
export type { OpenTexts } from "./files/machine/open-texts.ts";
export { isProcessRunning } from "./ground/process-name.ts";
export { createSystemClock } from "./ground/system-clock.ts";
export { createSystemIds } from "./ground/system-ids.ts";
export type { DroppedSet } from "./landing/state/landings.ts";
export type { Connector, Resolver } from "./net/egress.ts";
export { listTracked, type TrackedFiles } from "./paths/repository/list-tracked.ts";
export { foldersOutside } from "./processes/safe-path.ts";
export {
  openSqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from "./store/open-sqlite-store.ts";
export type { SessionActivity } from "./store/tables/activity.ts";
export type { CountEvents, EventCount } from "./store/tables/count-events.ts";
