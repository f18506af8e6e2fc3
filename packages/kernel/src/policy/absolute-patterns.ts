/**
 * From a pattern as a person writes it to absolute ones: variables, then alternatives, then the place each one starts
 * from. Rules and requirements differ in one point: a rule that begins with `**` means anywhere on the machine (`**` `/.env`
 * must bind a file outside the workspace too), a requirement is relative to the workspace unless it says otherwise (S1).
 */
import type { Variables } from "@toolplane/contract";
import { escapeGlob } from "./escape-glob.ts";
import { expandBraces } from "./expand-braces.ts";
import { expandVariables } from "./expand-variables.ts";
import { compilePathPattern, type PathPattern } from "./path-pattern.ts";

/** What a rule's pattern means, as compiled absolute patterns. None when it is empty or its variables are. */
export function rulePathPatterns(pattern: string, variables: Variables): readonly PathPattern[] {
  if (pattern === "*" || pattern === "**") return [compilePathPattern("/**")];
  return absolute(pattern, variables, (part) => (part.startsWith("**") ? anywhere(part) : null));
}

/** What a requirement's pattern means. */
export function requirementPathPatterns(
  pattern: string,
  variables: Variables,
): readonly PathPattern[] {
  return absolute(pattern, variables, () => null);
}

function absolute(
  pattern: string,
  variables: Variables,
  elsewhere: (part: string) => string | null,
): readonly PathPattern[] {
  const parts = expandVariables(pattern, variables).flatMap(expandBraces);
  const texts = parts.flatMap((part) => {
    if (part === "") return [];
    if (part.startsWith("/")) return [part];
    const placed = elsewhere(part);
    return placed === null ? roots(variables).map((root) => `${root}/${part}`) : [placed];
  });
  // A relative pattern without a workspace expands to nothing, yet its mistakes must still be found.
  if (texts.length === 0) for (const part of parts) if (part !== "") compilePathPattern(`/${part}`);
  return [...new Set(texts)].map(compilePathPattern);
}

// `**x` glued is `*x` in any folder: what a person means who forgets the slash.
function anywhere(part: string): string {
  return part === "**" || part.startsWith("**/") ? `/${part}` : `/**/${part}`;
}

function roots(variables: Variables): readonly string[] {
  return (variables.workspace ?? []).map((root) => escapeGlob(root.replace(/\/+$/, "")));
}
