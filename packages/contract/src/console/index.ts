/**
 * `@toolplane/contract/console`: the answers of the console's API. The server's routes are typed by them and the page reads them.
 * Neither tool authors nor hosts need them. Their description for other programs is `/api/v1/openapi.json`.
 */
export * from "./approvals.ts";
export * from "./calls.ts";
export * from "./chat.ts";
export * from "./figures.ts";
export * from "./fleet.ts";
export * from "./found-calls.ts";
export * from "./here.ts";
export * from "./moves.ts";
export * from "./policy.ts";
export * from "./record.ts";
export * from "./runs.ts";
export * from "./sessions.ts";
export * from "./sources.ts";
export * from "./talk.ts";
export * from "./tools.ts";
export * from "./views.ts";
