export { openPostgresStore, type PostgresStoreOptions } from "./store/open-postgres-store.ts";
