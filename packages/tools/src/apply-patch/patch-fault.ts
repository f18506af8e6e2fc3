/** A patch that cannot be read, said to the model with the line of the patch. */
import { ToolError } from "@toolplane/contract";

/** Makes the error; `line` counts from 1. */
export function patchFault(line: number | null, message: string): ToolError {
  const where = line === null ? "" : `, line ${line}`;
  return new ToolError("invalid_input", `Invalid arguments: patch${where}: ${message}`);
}
