export { type EngineFacts, inspectEngine } from "./engine/inspect-engine.ts";
export { type DbosEngineOptions, openDbosEngine } from "./engine/open-dbos-engine.ts";
export type { QueueLimits } from "./engine/queues.ts";
export { openPostgresStore, type PostgresStoreOptions } from "./store/open-postgres-store.ts";
