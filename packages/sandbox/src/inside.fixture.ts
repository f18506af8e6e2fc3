export { createNoneSandbox } from "./backend/none-sandbox.ts";
export type { Outputs, Sandbox, SandboxedCommand } from "./backend/sandbox.ts";
export { openStage, type Stage } from "./bound/open-stage.ts";
export { bubblewrapStatus } from "./bubblewrap/bubblewrap-backend.ts";
export { holderLaunches } from "./bubblewrap/holder-launches.ts";
export { createLandings } from "./landing/create-landings.ts";
export { lockRoots } from "./landing/disk/lock-roots.ts";
export { createLandedMoves, type LandedMoves } from "./landing/landed-moves.ts";
export {
  type BeginCall,
  type CallView,
  type HostLandings,
  LANDING_BOUNDS,
  type LandingsOptions,
  type SettleCall,
  type SettledCall,
} from "./landing/state/landings.ts";
export { readFolderMarks } from "./landing/upper/overlay-marks.ts";
export { readUpper } from "./landing/upper/read-upper.ts";
export { openSandbox } from "./levels/open-sandbox.ts";
export { createDirectoryCache } from "./plan/disk/directory-cache.ts";
export { configurationNames } from "./plan/mounts/configuration-names.ts";
export { SYSTEM_TREES } from "./plan/mounts/system-base.ts";
export { rememberReadings } from "./plan/reading/remember-readings.ts";
export { installationFolders } from "./probe/installation-folders.ts";
export { readPieces } from "./processes/channels/read-pieces.ts";
export {
  createProcesses,
  type HostProcesses,
  type ProcessesOptions,
} from "./processes/create-processes.ts";
export { createByteMasker } from "./processes/output/byte-masker.ts";
export { createSessionCredentials } from "./processes/proxy/credentials/session-credentials.ts";
export { createRelay } from "./processes/proxy/relay.ts";
export { createSessionAuthority } from "./processes/proxy/session-authority.ts";
export type { CommandLandings } from "./processes/session/command-parts.ts";
export { createViewPlans } from "./reach/view-plans.ts";
export { REFUSED_CALLS, REFUSED_X64_CALLS } from "./seccomp/refused-calls.ts";
export type { ChangesFound } from "./watch/change-watch.ts";
export { createChangeWatch } from "./watch/create-change-watch.ts";
