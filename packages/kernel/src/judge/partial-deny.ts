/**
 * Asks where a rule that denies some uses of a program (`git push *`) could be bypassed in text that was not read:
 * inline code, names that are expanded, a subcommand that may be an alias or is only known when it runs. While such a
 * rule exists, those ask, whatever else allows them: a sandbox does not know one use from another. A program that is
 * denied altogether needs no question: it is not there.
 */
import type { Resource, RuleReference } from "@toolplane/contract";
import { deniedPrograms, type PartialDeny } from "../policy/denied-programs.ts";
import type { Policies } from "./evaluate-policies.ts";

/** The rule that what the resource runs could be denied by, or null. */
export function partialDeny(
  { base, restrictions }: Policies,
  tool: { readonly id: string },
  resource: Resource,
): RuleReference | null {
  if (!isUncertain(resource)) return null;
  for (const policy of [base, ...restrictions])
    for (const denied of deniedPrograms(policy, tool.id).partial)
      if (couldBe(denied, resource)) return denied.reference;
  return null;
}

/** Most commands are read to the last word, so nothing is looked up for them. */
function isUncertain(resource: Resource): boolean {
  if (resource.capability === "opaque") return resource.unreadProgram === true;
  if (resource.capability !== "shell.run") return false;
  const { argv, alternates = [], unreadProgram } = resource.unit;
  return (
    unreadProgram === true ||
    [argv, ...alternates].some((words) => words.some((word) => typeof word !== "string"))
  );
}

function couldBe({ pattern }: PartialDeny, resource: Resource): boolean {
  if (resource.capability !== "shell.run") return true;
  const { argv, alternates = [], unreadProgram } = resource.unit;
  return unreadProgram === true || [argv, ...alternates].some((each) => pattern.mayMatch(each));
}
