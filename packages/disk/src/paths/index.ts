export { createBelowLister } from "./create-below-lister.ts";
export { createOtherNames, type OtherNames } from "./create-other-names.ts";
export { createLinePaths, createPathReader } from "./create-path-reader.ts";
export {
  below,
  isAscii,
  isGitFolder,
  nameOf,
  parentOf,
  toBytePath,
  toFsPath,
  toText,
} from "./handles/byte-path.ts";
export {
  createHandleOpener,
  type Handle,
  isMissing,
  lookAt,
  type OpenHandle,
} from "./handles/open-handle.ts";
export { PIN_FLAGS } from "./handles/pin-flags.ts";
export { listDirectory } from "./list-directory.ts";
export { closePlaces, openPlaces } from "./places/open-places.ts";
export type { Places } from "./places/places.ts";
export type { PlacesOptions } from "./places/places-options.ts";
export { reach } from "./places/reach.ts";
export { heldScratch } from "./places/scratch-ledger.ts";
export { createSessionPlaces, type SessionPlaces } from "./places/session-places.ts";
export { variablesOf } from "./places/variables-of.ts";
export { canRun } from "./programs/can-run.ts";
export { createProgramFinder, type OwnProgram } from "./programs/create-program-finder.ts";
export { safeProgram } from "./programs/safe-program.ts";
export { readPathText } from "./read-path-text.ts";
export { resolveLinks } from "./resolve-links.ts";
export { clearTree } from "./trees/clear-tree.ts";
export { clearTreeLater } from "./trees/clear-tree-later.ts";
