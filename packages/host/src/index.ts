export type { OpenTexts } from "@toolplane/disk/files";
export { listTracked, type TrackedFiles } from "@toolplane/disk/git";
export { createSystemClock, createSystemIds, isProcessRunning } from "@toolplane/disk/ground";
export type { Connector, Resolver } from "@toolplane/disk/net";
export {
  openSqliteStore,
  type SqliteStoreOptions,
} from "@toolplane/disk/store";
export type { DroppedSet } from "@toolplane/sandbox";
export { bulkyFolder, findProgram, foldersOutside, notKept } from "@toolplane/sandbox";
export { type ChangeSides, createChangeSides, type ReadSide } from "./doors/change-sides.ts";
export { createImageRestorer, type ImageRestorer } from "./doors/create-image-restorer.ts";
export { createHost, type OpenHost } from "./face/create-host.ts";
export type { HostOptions, LandingOptions } from "./face/host-options.ts";
export {
  type PartFinding,
  probeProgram,
  probeRipgrep,
  probeSandbox,
  probeTerminals,
} from "./face/inspect-machine.ts";
