export { describeFault } from "./describe-fault.ts";
export { openState, STORE_FILE, type State } from "./open-state.ts";
export { type KeptNote, openProjectMemory, type ProjectMemory } from "./project-memory.ts";
