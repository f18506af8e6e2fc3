export { findConsole, keepConsolePlace } from "./console-place.ts";
export { copyRecord, type RecordKind } from "./copy-record.ts";
export { describeFault } from "./describe-fault.ts";
export { openState, type State, type StatePlace } from "./open-state.ts";
export { type KeptNote, openProjectMemory, type ProjectMemory } from "./project-memory.ts";
export { hasState, stateFiles, storeFacts } from "./state-files.ts";
export { takeNews } from "./take-news.ts";
