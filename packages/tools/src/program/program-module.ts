import { computeModule } from "../document/compute-module.ts";

/** Where the module lies that runs programs; loaded by the worker only, because it brings an engine along. */
export function programModule(): string {
  return computeModule("program-compute", import.meta.url);
}
