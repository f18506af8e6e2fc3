/** One simple command of the source: assignments, words, redirects, then what it all means. */
import type { Assignment, Command, Redirection, Word } from "unbash";
import { assignmentEffects, type ReadAssignment } from "./assignments.ts";
import type { CommandContext, Invocation, Scope } from "./command-context.ts";
import { emitUnit } from "./emit-unit.ts";
import { type Outcome, staying } from "./flow/directories.ts";
import { interpretCommand } from "./interpret-command.ts";
import { SHELL_KEPT_VARIABLES } from "./knowledge/builtins.ts";
import { isListedVariable } from "./knowledge/listed-variables.ts";
import { readRedirects } from "./read-redirects.ts";
import type { ScriptReader } from "./script-reader.ts";
import { visitWords } from "./visit-words.ts";
import { expandValue, expandWord, type WordKnowledge } from "./words/expand-word.ts";
import { dynamicWord, type ExpandedWord, isLiteral, literalWord } from "./words/expanded-word.ts";

/** Reads a simple command. `kept`: a `time` before it. */
export function readCommand(
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
  const words = node.name
    ? [...expandWord(node.name, known), ...node.args.flatMap((word) => argument(word, known))]
    : [];
  const hasCommand = words.length > 0;
  const unitIndex = hasCommand ? context.reading.units.length : undefined;
  const stdin = readRedirects(context, node.redirects, { scope, known, unitIndex });
  const text = source.slice(node.pos, node.end);
  const call: Invocation = {
    words,
    scope: { ...scope, stdin },
    text,
    kept: place.kept,
    ...assignmentEffects(given),
    pastFunctions: false,
  };
  if (hasCommand) return interpretCommand(context, call);
  settle(context, { given, scope, call });
  return staying(scope.where);
}

function visitPart(
  reader: ScriptReader,
  part: Assignment | Redirection | Word,
  scope: Scope,
): void {
  if (part.type === "HereDoc") {
    if (!part.delimiter?.quoted) visitWords(reader, part.body, scope);
  } else visitWords(reader, part, scope);
}

function argument(word: Word | Assignment, known: WordKnowledge): readonly ExpandedWord[] {
  if (word.type === "Word") return expandWord(word, known);
  const { name, value } = readAssignment(word, known);
  const lead = `${name}${word.index ? `[${word.index.text}]` : ""}${word.append ? "+=" : "="}`;
  return [{ ...value, text: lead + value.text }];
}

function readAssignment({ name, value }: Assignment, known: WordKnowledge): ReadAssignment {
  if (value.type === "ArrayValue") return { name, value: dynamicWord("(…)") };
  return { name, value: expandValue(value, known) };
}

/** What is certain about variables here. */
export function knowledgeAt(context: CommandContext, scope: Scope): WordKnowledge {
  const { facts, world, values } = context;
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
    return scope.certain ? values.get(name) : undefined;
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
  const { facts, values } = context;
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
