/** One simple command of the source: assignments, words, redirects, then what it all means. */
import type { Assignment, Command, Redirection, Word } from "unbash";
import { SHELL_KEPT_VARIABLES } from "../knowledge/builtins.ts";
import { isListedVariable } from "../knowledge/listed-variables.ts";
import type { CommandContext, Invocation, Scope } from "../line/command-context.ts";
import { type Outcome, staying } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { commandKey, readOnce } from "../line/repeated-commands.ts";
import { addGlobListings } from "../resources/add-glob-listings.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { assignmentEffects, type ReadAssignment } from "../words/assignments.ts";
import { expandValue, expandWord, type WordKnowledge } from "../words/expand-word.ts";
import { dynamicWord, type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { interpretCommand } from "./interpret-command.ts";
import { readBrokenText } from "./read-broken-text.ts";
import { readRedirects } from "./read-redirects.ts";
import { readVariableValues } from "./read-variable-values.ts";
import type { ScriptReader } from "./script-reader.ts";
import { visitHereDocument, visitWords } from "./visit-words.ts";

/** Reads a simple command. `kept`: a `time` before it. */
export function readCommand(
  reader: ScriptReader,
  node: Command,
  place: { readonly scope: Scope; readonly kept: readonly ExpandedWord[] },
): Outcome {
  const { context, source } = reader;
  const { scope, kept } = place;
  // A program that is named by its path may be one that the line made meanwhile.
  if (kept.length > 0 || node.name?.text.includes("/")) return readWhole(reader, node, place);
  return readOnce(context, { key: () => commandKey(node, source), scope }, () =>
    readWhole(reader, node, place),
  );
}

function readWhole(
  reader: ScriptReader,
  node: Command,
  place: { readonly scope: Scope; readonly kept: readonly ExpandedWord[] },
): Outcome {
  const { context, source } = reader;
  const { scope } = place;
  for (const part of node.prefix) visitPart(reader, part, scope);
  if (node.name) visitWords(reader, node.name, scope);
  for (const part of node.suffix) visitPart(reader, part, scope);
  const known = knowledgeAt(context, scope);
  const given = node.prefix
    .filter((part) => part.type === "Assignment")
    .map((part) => readAssignment(part, known));
  const words = touchesSubstitution(node, source)
    ? joinTouching(reader, node, { scope, known })
    : wordsOf(node, known);
  const hasCommand = words.length > 0;
  const unitIndex = hasCommand ? context.reading.units.length : undefined;
  const stdin = readRedirects(context, node.redirects, { scope, known, unitIndex });
  const text = source.slice(node.pos, node.end);
  const call: Invocation = {
    words,
    scope: { ...scope, stdin },
    text,
    kept: place.kept,
    ...assignmentEffects(given.filter((one) => !splitsOwnInput(one, words, source))),
    pastFunctions: false,
  };
  if (unitIndex !== undefined) {
    const provenance = { origin: "derived", via: "operand", unitIndex } as const;
    for (const { value } of given)
      addLooseWords(context, {
        words: [value],
        provenance,
        scope,
        mayWrite: true,
      });
    readVariableValues(context, given, scope);
    addGlobListings(context, words, { provenance, scope });
    return interpretCommand(context, call);
  }
  settle(context, { given, scope, call });
  return staying(scope.where);
}

/** `IFS=, read a b`: how the builtin splits the line that it reads, and nothing else. */
function splitsOwnInput(
  { name, value }: ReadAssignment,
  [program]: readonly ExpandedWord[],
  source: string,
): boolean {
  const isRead = program !== undefined && isLiteral(program) && program.text === "read";
  return (
    isRead && name === "IFS" && isLiteral(value) && !/\(\s*\)|\bfunction\b|\balias\b/.test(source)
  );
}

function visitPart(
  reader: ScriptReader,
  part: Assignment | Redirection | Word,
  scope: Scope,
): void {
  if (part.type === "HereDoc") visitHereDocument(reader, part, scope);
  else visitWords(reader, part, scope);
}

function wordsOf(node: Command, known: WordKnowledge): readonly ExpandedWord[] {
  if (!node.name) return [];
  const words: ExpandedWord[] = [...expandWord(node.name, known)];
  for (const word of node.args) words.push(...argument(word, known));
  return words;
}

/**
 * True when the parser may have cut a word in two: `a<(b)c` is one word to bash, and `{a[i]}>x` a descriptor whose subscript
 * is evaluated.
 */
function touchesSubstitution(node: Command, source: string): boolean {
  const text = source.slice(node.pos, node.end);
  return /[<>]\(|\]\}[<>]/.test(text);
}

/** Words that touch, as one dynamic word. A redirect or an assignment that touches is not understood at all. */
function joinTouching(
  reader: ScriptReader,
  node: Command,
  { scope, known }: { readonly scope: Scope; readonly known: WordKnowledge },
): readonly ExpandedWord[] {
  const parts = [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix];
  const words: ExpandedWord[] = [];
  let before: (typeof parts)[number] | undefined;
  let start = 0;
  let first = 0;
  for (const part of parts) {
    const touches = before !== undefined && before.end === part.pos;
    const isPlain = part.type === "Word" || (part.type === "Assignment" && words.length > 0);
    if (touches && isPlain && words.length > first && before?.type === "Word")
      words.splice(first, words.length, dynamicWord(reader.source.slice(start, part.end)));
    else if (isPlain) {
      start = part.pos;
      first = words.length;
      words.push(...argument(part, known));
    }
    const isTarget =
      before?.type === "Word" && /^\{\w+\[.*\]\}$/s.test(before.text) && part.type !== "Word";
    if (touches && (isTarget || (before?.type !== "Word" && part.type === "Word"))) {
      reader.context.reading.addOpaque(
        reader.source.slice(node.pos, node.end),
        "bash may read it otherwise than it looks",
      );
      readBrokenText(reader.context, reader.source.slice(node.pos, node.end), scope);
    }
    before = part;
  }
  return words;
}

function argument(word: Word | Assignment, known: WordKnowledge): readonly ExpandedWord[] {
  if (word.type === "Word") return expandWord(word, known);
  const { name, value } = readAssignment(word, known);
  const lead = `${name}${word.index ? `[${word.index.text}]` : ""}${word.append ? "+=" : "="}`;
  const array = word.value.type === "ArrayValue";
  return [{ ...value, text: lead + value.text, ...(array ? { array } : {}) }];
}

function readAssignment({ name, value }: Assignment, known: WordKnowledge): ReadAssignment {
  if (value.type === "ArrayValue") return { name, value: dynamicWord("(…)") };
  return { name, value: expandValue(value, known) };
}

/** Gathers what is certain about variables here. */
export function knowledgeAt(context: CommandContext, scope: Scope): WordKnowledge {
  const { facts, world, values, reading } = context;
  const isUntouched = (name: string) => !facts.unseen && !facts.writings.has(name);
  const { places } = world;
  const lookup = (name: string): string | undefined => {
    if (name === "HOME") return isUntouched(name) ? places.home : undefined;
    if (name === "TMPDIR")
      return isUntouched(name) ? (places.tmpIsScratch ? "/tmp" : places.scratch) : undefined;
    if (name === "PWD")
      return isUntouched(name) && scope.where.now?.length === 1
        ? scope.where.now[0]?.lexical
        : undefined;
    const value = scope.certain ? values.get(name) : undefined;
    return value !== undefined && reading.takeValue(value.length) ? value : undefined;
  };
  return {
    lookup,
    takeRoom: context.reading.takeRoom,
    home: isUntouched("HOME") ? places.home : undefined,
  };
}

/** Assignments that stand alone: a value may become certain, and a listed variable is a unit that no rule covers lightly. */
function settle(
  context: CommandContext,
  {
    given,
    scope,
    call,
  }: {
    readonly given: readonly ReadAssignment[];
    readonly scope: Scope;
    readonly call: Invocation;
  },
): void {
  const { facts, values, reading } = context;
  if (given.length > 0) reading.markIdle();
  readVariableValues(context, given, scope);
  for (const { name, value } of given) {
    const isOnly =
      facts.writings.get(name)?.length === 1 && facts.writings.get(name)?.[0]?.kind === "assigned";
    if (isListedVariable(name) && call.floors.length > 0)
      emitUnit(context, {
        ...call,
        words: [
          isLiteral(value)
            ? literalWord(`${name}=${value.text}`)
            : dynamicWord(`${name}=${value.text}`),
        ],
      });
    if (
      scope.always &&
      scope.certain &&
      isOnly &&
      !facts.unseen &&
      isLiteral(value) &&
      !SHELL_KEPT_VARIABLES.test(name)
    )
      values.set(name, value.text);
  }
}
