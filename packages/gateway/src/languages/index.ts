export type { CheckOptions } from "./check-changes.ts";
export type { Languages } from "./create-languages.ts";
