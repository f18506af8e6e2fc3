export { findTraces } from "./find-traces.ts";
export { isPublicContent } from "./is-public-content.ts";
