/** Finds which of these paths the rules deny to be read, and by which rule, for reports about files rather than calls. */
import type { PolicyLayer, RuleReference, Variables } from "@toolplane/contract";
import { compilePolicy } from "../../policy/compile-policy.ts";
import { evaluateRules } from "../../policy/evaluate-rules.ts";

export interface DeniedPath {
  readonly path: string;
  readonly rule: RuleReference;
}

/** No tool's own rules: what is denied to every tool that reads. */
const ANY = { id: "" };

export function deniedPaths(
  paths: readonly string[],
  { layers, variables }: { readonly layers: readonly PolicyLayer[]; readonly variables: Variables },
): readonly DeniedPath[] {
  if (!layers.some(({ rules }) => rules.some(({ action }) => action === "deny"))) return [];
  const policy = compilePolicy({ layers, variables });
  return paths.flatMap((path) => {
    const target = { capability: "fs.read", path, real: path, via: "operand" } as const;
    const { action, winner } = evaluateRules(policy, target, ANY);
    return action === "deny" && winner ? [{ path, rule: winner.reference }] : [];
  });
}
