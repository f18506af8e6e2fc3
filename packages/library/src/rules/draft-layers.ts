/** A draft in place of the rules that it is a draft of: the project's, or the person's own. */
import type { PolicyLayer } from "@toolplane/contract";

/** Layers with the draft instead of those of its scope that came from a file. */
export function draftLayers(
  layers: readonly PolicyLayer[],
  draft: PolicyLayer,
): readonly PolicyLayer[] {
  const others = layers.filter(
    ({ scope, file }) => scope !== draft.scope || file === undefined || !isRuleFile(file),
  );
  return [...others, draft];
}

/** True for a file of rules alone. Rules that a configuration file holds beside its settings stay. */
function isRuleFile(file: string): boolean {
  return file.endsWith("policy.jsonc");
}
