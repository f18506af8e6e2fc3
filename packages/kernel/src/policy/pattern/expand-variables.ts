/**
 * Replaces `{workspace}` and the other variables. An undefined name throws, because a typo in a rule must never become a
 * rule about nothing; a variable without values gives no pattern at all, so what depends on it fails
 * closed; so does a standard one that a host, or a record of an earlier version, does not have.
 */
import { STANDARD_VARIABLES, type Variables } from "@toolplane/contract";
import { escapeGlob, MAX_ALTERNATIVES } from "@toolplane/readings";
import { patternFault } from "./pattern-fault.ts";

/** All expansions of a path pattern. Values are escaped: a root is a place, never a glob. Alternatives stay for later. */
export function expandVariables(pattern: string, variables: Variables): readonly string[] {
  return expand(pattern, { variables, write: escapeGlob });
}

/** Expands a host pattern, whose values may be patterns themselves. */
export function expandHostVariables(pattern: string, variables: Variables): readonly string[] {
  return expand(pattern, { variables, write: (value) => value });
}

interface Expansion {
  readonly variables: Variables;
  readonly write: (value: string) => string;
}

function expand(pattern: string, expansion: Expansion): readonly string[] {
  if (!pattern.includes("{") && !pattern.includes("}")) return [pattern];
  let texts: readonly string[] = [""];
  for (const piece of splitPieces(pattern)) {
    const values = typeof piece === "string" ? [piece] : valuesOf(piece.name, pattern, expansion);
    texts = texts.flatMap((text) => values.map((value) => text + value));
    if (texts.length > MAX_ALTERNATIVES)
      throw patternFault(pattern, `more than ${MAX_ALTERNATIVES} alternatives`);
  }
  return texts;
}

function valuesOf(name: string, pattern: string, expansion: Expansion): readonly string[] {
  const isKnown = (STANDARD_VARIABLES as readonly string[]).includes(name);
  if (!isKnown && !Object.hasOwn(expansion.variables, name))
    throw patternFault(pattern, `undefined variable {${name.slice(0, 40)}}`);
  return (expansion.variables[name] ?? []).map(expansion.write);
}

type Piece = string | { readonly name: string };

// A group without a comma or a group inside is a variable; every other brace is kept for alternatives, but must balance.
function splitPieces(pattern: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let plain = "";
  let depth = 0;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    const group = character === "{" ? /^\{([^{},\\]*)\}/.exec(pattern.slice(index)) : null;
    if (group !== null) {
      pieces.push(plain, { name: group[1] as string });
      plain = "";
      index += group[0].length - 1;
      continue;
    }
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) throw patternFault(pattern, "unbalanced brace");
    plain += character;
    if (character === "\\") {
      index += 1;
      plain += pattern.charAt(index);
    }
  }
  if (depth !== 0) throw patternFault(pattern, "unbalanced brace");
  return [...pieces, plain];
}
