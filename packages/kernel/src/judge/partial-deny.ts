/**
 * A rule that denies some uses of a program (`git push *`) can be passed by in what nobody has read: inline code, names that are
 * expanded, a subcommand that may be an alias. While such a rule exists, those ask, whatever else allows them.
 */
import type { Resource, RuleReference } from "@toolplane/contract";
import type { Policy } from "../policy/compile-policy.ts";
import type { Policies } from "./evaluate-policies.ts";

/** True for what runs without having been read. */
export function isUnread(resource: Resource): boolean {
  if (resource.capability === "shell.run") return resource.unit.unreadProgram === true;
  return resource.capability === "opaque" && resource.unreadProgram === true;
}

/** The first rule that denies some uses of a program and not all. */
export function partialDeny(
  { base, restrictions }: Policies,
  tool: { readonly id: string },
): RuleReference | null {
  for (const policy of [base, ...restrictions]) {
    const found = partialDenyIn(policy, tool);
    if (found) return found;
  }
  return null;
}

function partialDenyIn(policy: Policy, { id }: { readonly id: string }): RuleReference | null {
  for (const { action, argv, reference } of policy.rulesFor("shell.run", id))
    if (action === "deny" && argv.some(({ everything, words }) => !everything && words.length > 1))
      return reference;
  return null;
}
