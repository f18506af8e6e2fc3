export { createSidecars } from "./create-sidecars.ts";
export { removeLeftSidecars } from "./remove-left-sidecars.ts";
