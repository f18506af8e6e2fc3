import type { PolicyLayer, Variables } from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";
import type { Policies } from "../../judge/evaluate-policies.ts";
import { compilePolicy } from "../../policy/compile-policy.ts";
import type { RuleLayers, SessionState } from "../../session/session-state.ts";
import type { SessionOptions } from "../options/kernel-options.ts";
import type { Shared } from "../options/shared.ts";
import { policyLayers, untrustedLayers } from "./common-policy.ts";

export type SessionRules = Pick<SessionState, "policies" | "layers">;

/** A child has its ancestors' rules, compiled for its own scratch folder; its own only restrict. */
export function sessionRules(
  shared: Shared,
  {
    rules = [],
    parent,
    variables,
  }: {
    readonly rules: SessionOptions["rules"];
    readonly parent: SessionRules | null;
    readonly variables: Variables;
  },
): SessionRules {
  const own: readonly PolicyLayer[] = rules.length > 0 ? [{ scope: "session", rules }] : [];
  const layers: RuleLayers = parent
    ? { base: parent.layers.base, restrictions: [...parent.layers.restrictions, ...own] }
    : {
        base: [...policyLayers(shared.options), ...own],
        restrictions: untrustedLayers(shared.options),
      };
  const restrictions = layers.restrictions.map((layer) =>
    compilePolicy({ layers: [layer], variables }),
  );
  const like = parent ? { like: parent.policies.base } : {};
  const base =
    parent === null && own.length === 0
      ? shared.commonPolicy(variables)
      : compilePolicy({ layers: layers.base, variables, ...like });
  return { policies: { base, restrictions }, layers };
}

/** Rules are configuration, but nothing keeps a person from writing a secret into one. */
export function holdsNoSecret(redactor: Redactor, { base, restrictions }: Policies): boolean {
  const references = [base, ...restrictions].flatMap(({ rules, flow }) =>
    [...rules, ...flow.rules].map(({ reference }) => reference),
  );
  return redactor.value(references) === references;
}
