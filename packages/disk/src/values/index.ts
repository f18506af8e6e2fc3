export { findTraces } from "./find-traces.ts";
export { holdsNoToken } from "./holds-no-token.ts";
export { isPublicContent } from "./is-public-content.ts";
