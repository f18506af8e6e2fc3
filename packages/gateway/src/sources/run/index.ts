export type { SourceGround } from "./open-source.ts";
export type { Sources } from "./open-sources.ts";
export type { SourceState, SourceTool } from "./source-state.ts";
