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
  {
    layers,
    variables,
    also,
  }: {
    readonly layers: readonly PolicyLayer[];
    readonly variables: Variables;
    /** Those too that a rule asks about. */
    readonly also?: "ask";
  },
): readonly DeniedPath[] {
  const closes = (action: string | null): boolean =>
    action === "deny" || (action === "ask" && also === "ask");
  if (!layers.some(({ rules }) => rules.some(({ action }) => closes(action ?? null)))) return [];
  const policy = compilePolicy({ layers, variables });
  return paths.flatMap((path) => {
    const target = { capability: "fs.read", path, real: path, via: "operand" } as const;
    const { action, winner } = evaluateRules(policy, target, ANY);
    return closes(action) && winner ? [{ path, rule: winner.reference }] : [];
  });
}
