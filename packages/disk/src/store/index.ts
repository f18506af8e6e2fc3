export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from "./open-sqlite-store.ts";
export type { SessionActivity } from "./tables/activity.ts";
export type { CountEvents, EventCount } from "./tables/count-events.ts";
