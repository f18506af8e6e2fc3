export { bootId } from "./boot-id.ts";
export { DEFAULT_PATH } from "./default-path.ts";
export { holdProcess } from "./hold-process.ts";
export { keepAlive } from "./keep-alive.ts";
export { holdMark, isMarkHeld } from "./life-marks.ts";
export { loadSqlite } from "./load-sqlite.ts";
export {
  identityState,
  isOfOwnSystem,
  ownIdentity,
  type ProcessIdentity,
} from "./process-identity.ts";
export { isProcessRunning, ownerOf, processName } from "./process-name.ts";
export { realPath } from "./real-path.ts";
export { createSystemClock } from "./system-clock.ts";
export { createSystemIds } from "./system-ids.ts";
export { writeWhole } from "./write-whole.ts";
