/** The module for the checks of `compute`: export it as `compute` from a module that the host can load. */
import { ToolError } from "@toolplane/contract";

/** Text of an error that no caller may see. */
export const INNER_DETAIL = "detail of the module";

export function conformanceCompute(input: {
  readonly do: "give" | "refuse" | "break" | "hang";
  readonly value?: unknown;
}): unknown {
  if (input.do === "give") return { given: input.value };
  if (input.do === "refuse") throw new ToolError("not_found", "No such sheet");
  if (input.do === "break") throw new TypeError(INNER_DETAIL);
  return new Promise(() => {});
}
