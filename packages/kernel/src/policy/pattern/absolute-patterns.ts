/**
 * From a pattern as a person writes it to absolute ones: variables, then alternatives, then the place each one starts
 * from. Rules and requirements differ in one point: a rule that begins with `**` means anywhere on the machine (`**` `/.env`
 * must bind a file outside the workspace too), a requirement is relative to the workspace unless it says otherwise.
 */
import type { Variables } from "@toolplane/contract";
import { escapeGlob, expandBraces, trimEnd } from "@toolplane/readings";
import { expandVariables } from "./expand-variables.ts";
import { compilePathPattern, type PathPattern } from "./path-pattern.ts";
import { patternFault, valueOfPattern } from "./pattern-fault.ts";

/** Compiles a rule's pattern to absolute patterns. None when it is empty or its variables are. */
export function rulePathPatterns(pattern: string, variables: Variables): readonly PathPattern[] {
  if (pattern === "*" || pattern === "**") return [compilePathPattern("/**")];
  return absolute(pattern, variables, (part) => (part.startsWith("**") ? anywhere(part) : null));
}

/** Compiles a requirement's pattern to absolute patterns. */
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
  const fault = describePathFault(pattern);
  if (fault !== null) throw patternFault(pattern, fault);
  const parts = expandVariables(pattern, variables).flatMap((part) =>
    valueOfPattern(part, expandBraces(part)),
  );
  const texts = parts.flatMap((part) => {
    if (part === "") return [];
    if (part.startsWith("/")) return [part];
    const placed = elsewhere(part);
    return placed === null ? roots(variables).map((root) => `${root}/${part}`) : [placed];
  });
  return [...new Set(texts)].map(compilePathPattern);
}

// Looked for in the text as written: a pattern whose variable is empty expands to nothing, mistakes included.
function describePathFault(pattern: string): string | null {
  if (/(?:^|[/{,])\.\.(?:$|[/},])/.test(pattern)) return "holds a .. segment";
  if (pattern === "~" || pattern.startsWith("~/")) return "knows no ~; write the folder out";
  return pattern.includes("\0") ? "holds a NUL" : null;
}

// `**x` glued is `*x` in any folder: what a person means who forgets the slash.
function anywhere(part: string): string {
  return part === "**" || part.startsWith("**/") ? `/${part}` : `/**/${part}`;
}

function roots(variables: Variables): readonly string[] {
  return (variables.workspace ?? []).map((root) => escapeGlob(trimEnd(root, "/")));
}
