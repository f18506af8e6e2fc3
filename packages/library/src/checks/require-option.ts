import type { RequiredCheck } from "../ground/required-check.ts";
import type { FunctionCheck } from "./function-check.ts";

/** A command of the project, or a function. */
export type RequireOption = readonly (RequiredCheck | FunctionCheck)[];
