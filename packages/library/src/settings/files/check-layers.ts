/**
 * Compiles the rules of files once when they load: every command alike reports a rule that cannot mean what its author thought.
 */
import type { PolicyLayer } from "@toolplane/contract";

/** Places of variables do not matter here: only whether they exist. */
const SOMEWHERE = ["/workspace"];
const VARIABLES = {
  workspace: SOMEWHERE,
  "ad-hoc": SOMEWHERE,
  "user-data": SOMEWHERE,
  scratch: SOMEWHERE,
};

/** Throws a ConfigurationError that names file and line. */
export async function checkLayers(layers: readonly PolicyLayer[]): Promise<void> {
  if (layers.length === 0) return;
  const { compilePolicy } = await import("@toolplane/kernel");
  compilePolicy({ layers, variables: VARIABLES });
}
