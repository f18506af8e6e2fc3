/**
 * Tells which links matter to a judge. The file at the end of a link is judged by the link's name too, and a program
 * may make any number of links. Only those count whose name, or a name below it, a rule closes or asks about, or a
 * floor protects.
 */
import type { Capability } from "@toolplane/contract";
import type { SteeringFile } from "@toolplane/contract/ports";
import { posixPath } from "@toolplane/readings";
import { treeSubject } from "../policy/pattern/tree-subject.ts";
import { mayLeadToProtected } from "../policy/protected/protected-paths.ts";
import type { Policies } from "./evaluate-policies.ts";

export type LinkFilter = (link: string) => boolean;

export function createLinkFilter(
  { base, restrictions }: Policies,
  capability: Extract<Capability, "fs.read" | "fs.write">,
  toolId: string,
): LinkFilter {
  const all = [base, ...restrictions].flatMap((policy) => policy.rulesFor(capability, toolId));
  const rules = all.filter(({ action }) => action !== "allow");
  // A file that a rule opens by one name may be closed by another, for a rule about anything with its name.
  const hasExceptions = all.some(({ action, scope }) => action === "allow" && scope !== "default");
  return (link) => {
    const tree = treeSubject(link);
    return rules.some(({ everything, paths }) =>
      hasExceptions
        ? everything || paths.some((path) => path.reachesSubject(tree))
        : paths.some((path) => path.reachesByNameSubject(tree)),
    );
  };
}

/** For what is written: by rules, by what is protected, and by what git's configuration names. */
export function createWriteFilter(
  policies: Policies,
  {
    roots,
    steering,
  }: { readonly roots: readonly string[]; readonly steering: readonly SteeringFile[] },
): LinkFilter {
  const byRules = createLinkFilter(policies, "fs.write", "");
  const named = new Set<string>();
  for (const { path } of steering)
    for (let at = path; at !== "/" && !named.has(at); at = posixPath.parent(at)) named.add(at);
  const trees = new Set(steering.filter(({ tree }) => tree === true).map(({ path }) => path));
  return (link) =>
    byRules(link) || named.has(link) || mayLeadToProtected(link, roots) || isBelowAny(link, trees);
}

/** By the names above it, so that a link costs as much among a thousand trees as among one. */
function isBelowAny(link: string, trees: ReadonlySet<string>): boolean {
  for (let at = posixPath.parent(link); at !== "/"; at = posixPath.parent(at))
    if (trees.has(at)) return true;
  return false;
}
