import { createLabeller } from "../flow/create-labeller.ts";
import type { SessionState } from "../session/session-state.ts";
import type { SessionOptions } from "./options/kernel-options.ts";
import type { Shared } from "./options/shared.ts";
import { parentState } from "./parent-state.ts";
import { openedPlaces } from "./rules/opened-places.ts";
import { holdsNoSecret, type SessionRules, sessionRules } from "./rules/session-rules.ts";
import { createSessionToolFinder } from "./session-tool-finder.ts";

/**
 * Puts open sessions under the rules that the kernel has now, parents before their children. Calls that run go on under the new
 * ones. Throws a ConfigurationError on rules that do not compile; then no session has changed.
 */
export function renewPolicies(
  shared: Shared,
  sessions: readonly { readonly state: SessionState; readonly options: SessionOptions }[],
): void {
  const renewed = new Map<SessionState, SessionRules>();
  for (const { state, options } of sessions) {
    const above = options.parent ? parentState(shared, options.parent) : null;
    const parent = above && (renewed.get(above) ?? above);
    const { variables } = state;
    renewed.set(state, sessionRules(shared, { rules: options.rules, parent, variables }));
  }
  for (const [state, { policies, layers }] of renewed) {
    state.policies = policies;
    state.layers = layers;
    state.labeller = createLabeller(policies, state);
    state.cleanRules = holdsNoSecret(shared.redactor, policies);
    state.tools = createSessionToolFinder(shared.registry, {
      ceiling: state.ceiling,
      variables: state.variables,
      declared: shared.options.manifest?.requires ?? null,
      opened: openedPlaces(shared.options),
      has: state.has,
      declaredEnv: shared.options.declaredEnv,
    });
  }
}
