export type { Sandbox } from "./backend/sandbox.ts";
export { createHeldViews, type HeldViews, type OpenView } from "./held/create-held-views.ts";
export { type HeldState, writeHeld } from "./held/held-state.ts";
export { landView } from "./held/land-view.ts";
export { createLandingTurns, type LandingTurns } from "./held/landing-turns.ts";
export { leftTemporaries } from "./held/left-temporaries.ts";
export { overlapsOf } from "./held/overlaps-of.ts";
export { readView, signView, type ViewRead } from "./held/read-view.ts";
export {
  type MergeSides,
  type Rebase,
  rebaseView,
  type ThreeSides,
} from "./held/rebase-view.ts";
export { signFolders } from "./held/sign-folders.ts";
export { MAX_SIDE_BYTES, NO_MODE, sideOf, type ViewSide } from "./held/view-side.ts";
export { createLandings } from "./landing/create-landings.ts";
export type { FileSide } from "./landing/disk/side-at.ts";
export { createLandedMoves, type LandedMoves } from "./landing/landed-moves.ts";
export { createLandedSides, type LandedSides } from "./landing/landed-sides.ts";
export {
  type DroppedSet,
  type HostLandings,
  LANDING_BOUNDS,
  type LandingBounds,
  type LandingStore,
} from "./landing/state/landings.ts";
export { readLandedAddress, readLandedList, slotOf } from "./landing/steps/landed-journal.ts";
export { openSandbox } from "./levels/open-sandbox.ts";
export { systemBaseOf } from "./levels/system-base-of.ts";
export { tryBackends } from "./levels/try-backends.ts";
export type { ReadConfinement } from "./plan/reading/read-confinement.ts";
export { createProcesses, type HostProcesses } from "./processes/create-processes.ts";
export { openSpoolFolder } from "./processes/output/spool-folder.ts";
export type { Credential } from "./processes/proxy/credentials/credential.ts";
export { findProgram, foldersOutside, safePath } from "./processes/safe-path.ts";
export { createChangeWatch } from "./watch/create-change-watch.ts";
export {
  createChangedLister,
  createNamedLister,
  createNamedTrees,
  createRepositoryLister,
  type NamedTrees,
} from "./watch/create-named-lister.ts";
export { notKept } from "./watch/not-kept.ts";
export { bulkyFolder } from "./watch/scan-writable.ts";
