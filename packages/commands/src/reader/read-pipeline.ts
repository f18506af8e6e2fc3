/**
 * A pipeline: each command in a place of its own, reading what the one before it writes. That is followed only where it is
 * certain, and where a shell or `xargs` could make a command of it.
 */
import type { CommandNode, Pipeline } from "unbash";
import type { CommandContext, Scope, Stdin } from "../line/command-context.ts";
import { mergeWhereabouts, type Outcome, staying } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { expandWord, type WordKnowledge } from "../words/expand-word.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { isLister, pipedNames } from "./piped-names.ts";
import { knowledgeAt, readCommand } from "./read-command.ts";
import type { ScriptReader } from "./script-reader.ts";

export function readPipeline(reader: ScriptReader, node: Pipeline, scope: Scope): Outcome {
  const { context } = reader;
  const times: readonly ExpandedWord[] = node.prefixes.some((prefix) => prefix.type === "Time")
    ? [literalWord("time")]
    : [];
  const run = (command: CommandNode, at: Scope) =>
    command.type === "Command"
      ? readCommand(reader, command, { scope: at, kept: times })
      : reader.readNode(command, at);
  const [only] = node.commands;
  if (!only) {
    if (times.length > 0)
      emitUnit(context, {
        words: times,
        scope,
        text: "time",
        kept: [],
        floors: [],
        assignments: [],
        pastFunctions: false,
      });
    return staying(scope.where);
  }
  if (node.commands.length === 1) {
    const outcome = run(only, scope);
    const negated = node.prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1;
    return negated ? { success: outcome.failure, failure: outcome.success } : outcome;
  }
  let stdin: Stdin = scope.stdin;
  let last: Outcome = staying(scope.where);
  for (const [index, command] of node.commands.entries()) {
    last = run(command, { ...scope, always: false, stdin });
    stdin = node.operators[index] === "|" ? piped(context, command, { stdin, scope }) : UNKNOWN;
  }
  // With `shopt -s lastpipe` the last command runs in this very shell.
  return context.reading.shellChanged()
    ? staying(
        mergeWhereabouts(mergeWhereabouts(last.success, last.failure), scope.where) ?? scope.where,
      )
    : staying(scope.where);
}

/** What a command writes into its pipe, when that is certain. */
function piped(
  context: CommandContext,
  command: CommandNode,
  { stdin, scope }: { readonly stdin: Stdin; readonly scope: Scope },
): Stdin {
  const { functions, unseen } = context.facts;
  if (command.type !== "Command" || !command.name) return UNKNOWN;
  const name = command.name.value;
  if (functions.has(name) || unseen) return UNKNOWN;
  if (stdin.kind === "names" || isLister(name))
    return pipedNames(command, knowledgeAt(context, scope), { stdin, where: scope.where });
  return WRITES_TEXT.has(name) ? pipedText(command, knowledgeAt(context, scope)) : UNKNOWN;
}

const UNKNOWN: Stdin = { kind: "unknown" };

/** Commands whose output may be known. */
const WRITES_TEXT: ReadonlySet<string> = new Set(["echo", "printf", "cat"]);

/**
 * What a command writes into a pipe, when that is certain: `echo`, `printf` and `cat <<'EOF'` of literal text. The text that the
 * next command of a pipeline reads.
 */
function pipedText(node: CommandNode, known: WordKnowledge): Stdin {
  if (node.type !== "Command" || !node.name || node.args.some((word) => word.type !== "Word"))
    return { kind: "unknown" };
  const name = node.name.value;
  const words = node.args.flatMap((word) => (word.type === "Word" ? expandWord(word, known) : []));
  if (!words.every(isLiteral) || words.some((word) => word.text.includes("\\")))
    return { kind: "unknown" };
  const texts = words.map((word) => word.text);
  if (name === "echo" && node.redirects.length === 0) {
    const from = texts.findIndex((text) => !/^-[neE]+$/.test(text));
    return { kind: "text", text: `${texts.slice(from === -1 ? texts.length : from).join(" ")}\n` };
  }
  if (
    name === "printf" &&
    node.redirects.length === 0 &&
    texts.length === 1 &&
    !texts[0]?.includes("%")
  )
    return { kind: "text", text: texts[0] ?? "" };
  const [only] = node.redirects;
  if (name !== "cat" || texts.length > 0 || node.redirects.length !== 1 || only?.type !== "HereDoc")
    return { kind: "unknown" };
  return only.delimiter?.quoted ? { kind: "text", text: only.body.text } : { kind: "unknown" };
}
