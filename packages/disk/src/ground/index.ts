export { bootId } from "./boot-id.ts";
export { DEFAULT_PATH } from "./default-path.ts";
export { holdProcess } from "./hold-process.ts";
export { keepAlive } from "./keep-alive.ts";
export { loadSqlite } from "./load-sqlite.ts";
export { isProcessRunning, ownerOf, processName } from "./process-name.ts";
export { createSystemClock } from "./system-clock.ts";
export { createSystemIds } from "./system-ids.ts";
