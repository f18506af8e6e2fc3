/** Opinions about files with keys or passwords that a call names, or that a search would come upon where nothing leaves them out. */
import type { FsTarget, Opinion, Resource, Tool } from "@toolplane/contract";
import type { RuleFinding } from "../policy/rule-finding.ts";
import { askByName, type NamingView, nameReason } from "./ask-by-name.ts";
import { evaluatePolicies } from "./evaluate-policies.ts";

export function opinionOnName(
  view: NamingView,
  {
    resource,
    index,
    finding,
  }: { readonly resource: Resource; readonly index: number; readonly finding: RuleFinding },
): Opinion | null {
  if (resource.capability !== "fs.read") return null;
  const rule = askByName(view, resource, finding)?.reference;
  if (rule === undefined) return null;
  const reason = `${nameReason(resource, view.variables)}.`;
  return { judge: "rules", action: "ask", hard: true, reason, resource: index, rule };
}

/** True where what is searched holds such a file. */
export function holdsNamed(
  view: NamingView & { readonly tool: Tool },
  { names, history, entries }: FsTarget,
): boolean {
  if (names === true || history === true) return false;
  return (entries?.paths ?? []).some((path) => {
    const file = { capability: "fs.read", path, real: path } as const;
    const found = evaluatePolicies(view.policies, { ...file, via: "operand" }, view.tool);
    return askByName(view, file, found) !== null;
  });
}
