/**
 * Globs for `search` and `glob` of the memory host: `*` and `?` within a name, `**` over any number of names, `{a,b}` and
 * `[abc]`. It finds files and decides nothing; rules are matched by the kernel with its own, stricter patterns.
 */
import { ToolError } from "@toolplane/contract";

/** A predicate over paths relative to the root of a search. */
export function compileGlob(pattern: string): (relative: string) => boolean {
  let source = "";
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at);
    const token = GLOBSTAR.exec(rest) ?? CLASS.exec(rest);
    if (token !== null) {
      source += token[0].startsWith("*") ? globstar(token[0]) : characterClass(token[0]);
      at += token[0].length - 1;
      continue;
    }
    const sign = pattern.charAt(at);
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    source += translate(sign, depth);
  }
  const expression = compileExpression(`^${source}$`, pattern);
  return (relative) => expression.test(relative);
}

function compileExpression(source: string, pattern: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (cause) {
    throw new ToolError("invalid_input", `The glob ${pattern} cannot be read`, { cause });
  }
}

const GLOBSTAR = /^\*\*\/?/;
const CLASS = /^\[!?[^\]/]+\]/;

function globstar(text: string): string {
  return text.endsWith("/") ? "(?:[^/]+/)*" : ".*";
}

function characterClass(text: string): string {
  const negated = text.startsWith("[!");
  const inner = text.slice(negated ? 2 : 1, -1).replace(/[\\[\]^]/g, "\\$&");
  return `[${negated ? "^" : ""}${inner}]`;
}

function translate(sign: string, depth: number): string {
  if (sign === "*") return "[^/]*";
  if (sign === "?") return "[^/]";
  if (sign === "{") return "(?:";
  if (sign === "}") return ")";
  if (sign === "," && depth > 0) return "|";
  return sign.replace(/[\\^$.|+()[\]{}/]/g, "\\$&");
}
