/**
 * Lists possible workspaces, as far as they matter for comparing rules: a pattern below `{workspace}` and an absolute one
 * contain each other in some places and not in others, and imported rules may be used in any of them.
 */
import type { Rule } from "@toolplane/contract";

const MOST = 64;

/** The given one, and one inside and above each absolute pattern. */
export function possibleWorkspaces(
  rules: readonly Rule[],
  workspace: string | null,
): readonly string[] {
  const found = new Set<string>([workspace ?? "/workspace", "/nowhere/else"]);
  for (const { pattern } of rules) {
    if (!pattern.startsWith("/")) continue;
    const head = pattern.split(/\/(?=[^/]*[*?{\\])/, 1)[0] ?? "";
    const names = head.split("/").slice(1);
    if (head !== "") found.add(`${head}/inside/it`);
    for (let count = names.length; count > 0; count -= 1)
      found.add(`/${names.slice(0, count).join("/")}`);
    if (found.size > MOST) break;
  }
  return [...found];
}
