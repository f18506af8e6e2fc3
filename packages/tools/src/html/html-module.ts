import { computeModule } from "../document/compute-module.ts";

/** The module that reads pages, for `runtime.compute`. */
export const HTML_MODULE: string = computeModule("html-compute", import.meta.url);
