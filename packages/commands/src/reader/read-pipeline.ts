/**
 * A pipeline: each command in a place of its own, reading what the one before it writes. That is followed only where it is
 * certain, and where a shell or `xargs` could make a command of it.
 */
import type { CommandNode, Pipeline } from "unbash";
import type { Scope, Stdin } from "../line/command-context.ts";
import { mergeWhereabouts, type Outcome, staying } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { knowledgeAt, readCommand } from "./read-command.ts";
import type { ScriptReader } from "./script-reader.ts";
import { inputOf, writtenInput } from "./written-input.ts";

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
    last = run(command, { ...scope, always: false, stdin: inputOf(context, command, stdin) });
    const known = knowledgeAt(context, scope);
    stdin =
      node.operators[index] === "|" ? writtenInput(context, command, known) : { kind: "unknown" };
  }
  // With `shopt -s lastpipe` the last command runs in this very shell.
  return context.reading.shellChanged()
    ? staying(
        mergeWhereabouts(mergeWhereabouts(last.success, last.failure), scope.where) ?? scope.where,
      )
    : staying(scope.where);
}
