/** S3's classifier. The patterns are the contract's own; a mode given at registration is the tool's `mode` and wins there. */
import { inferToolMode, type ToolMode } from "@toolplane/contract";

/** The mode that a tool's name suggests. A name that matches no pattern is `external`. */
export function decideToolMode(name: string): ToolMode {
  return inferToolMode(name);
}
