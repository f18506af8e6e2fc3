import { computeModule } from "../document/compute-module.ts";

/** Names the module that reads pages, for `runtime.compute`. */
export function htmlModule(): string {
  return computeModule("html-compute", import.meta.url);
}
