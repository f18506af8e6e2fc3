import type { Host } from "@toolplane/contract/ports";
import { compilePolicy } from "@toolplane/kernel";
import type { ToolplaneOptions } from "./toolplane-options.ts";

/** Refuses rules of `session` that do not compile: at the first session they would stop a call. */
export function checkSessionRules(
  { session, variables }: Pick<ToolplaneOptions, "session" | "variables">,
  host: Pick<Host, "variables">,
): void {
  const { rules = [] } = session ?? {};
  if (rules.length === 0) return;
  compilePolicy({
    layers: [{ scope: "session", rules }],
    variables: { ...variables, ...host.variables() },
  });
}
