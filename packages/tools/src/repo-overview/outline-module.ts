import { computeModule } from "../document/compute-module.ts";

/** Names the module that outlines files, for `runtime.compute`. */
export function outlineModule(): string {
  return computeModule("outline-compute", import.meta.url);
}
