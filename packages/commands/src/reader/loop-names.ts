/**
 * What the variable of a loop stands for, one name after the other: `for f in src/*.js`. Only where nothing else writes the
 * variable, and only plain names: one that could be an option is anybody's guess.
 */
import type { For, Select } from "unbash";
import type { CommandContext, Scope } from "../line/command-context.ts";
import { placesOf } from "../resources/add-file.ts";
import { addGlobListings } from "../resources/add-glob-listings.ts";
import { matchGlob } from "../resources/match-glob.ts";
import { expandWord, type LoopNames } from "../words/expand-word.ts";
import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";
import { knowledgeAt } from "./read-command.ts";

const MAX_WORDS = 64;
/** A name that no program takes for an option or a setting. */
const PLAIN = /^[^-+@=][^=]*$/;
/** Splitting and globbing leave it alone. */
const WHOLE = /^[\w./:@%+,-]+$/;

/** Null when the names cannot be known. */
export function loopNames(
  context: CommandContext,
  node: For | Select,
  scope: Scope,
): LoopNames | null {
  const { facts, reading } = context;
  const { name, wordlist } = node;
  const known = knowledgeAt(context, scope);
  const words = (wordlist ?? []).flatMap((word) => expandWord(word, known));
  const provenance = { origin: "derived", via: "operand" } as const;
  addGlobListings(context, words, { provenance, scope });
  const isOnly = facts.writings.get(name.value)?.length === 1 && !facts.unseen;
  if (node.type !== "For" || !wordlist || !isOnly || !scope.certain || reading.shellChanged())
    return null;
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  let whole = true;
  for (const word of words) {
    const found = namesOf(context, word, scope);
    if (found === null || !found.every((one) => PLAIN.test(one))) return null;
    whole &&= found.every((one) => WHOLE.test(one));
  }
  return { words: words.map((word) => ({ ...word, exact: true as const })), whole };
}

/** The names a word becomes. */
function namesOf(
  context: CommandContext,
  word: ExpandedWord,
  scope: Scope,
): readonly string[] | null {
  if (isLiteral(word)) return [word.text];
  if (word.dynamic || word.pattern === undefined || scope.where.now === null) return null;
  const found: string[] = [];
  for (const text of placesOf(context, word, scope)) {
    const matches = matchGlob(context.world, text, word.pattern);
    if (matches === null) return null;
    const lead = text.length - word.text.length;
    found.push(...matches.map((one) => one.slice(lead)));
  }
  return found;
}
