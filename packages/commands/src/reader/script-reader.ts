/** One line and how to read its parts, shared by the readers of scripts, commands and words. */
import type { ParsedScript, SyntaxNode } from "unbash";
import type { CommandContext, Scope } from "../line/command-context.ts";
import type { Outcome } from "../line/directories.ts";

export interface ScriptReader {
  readonly context: CommandContext;
  /** The text that positions of nodes point into. */
  readonly source: string;
  /** True inside `$( )`, `<( )` and the like. */
  readonly substituted: boolean;
  /** Reads a script found inside a word: a subshell. */
  readonly readNestedScript: (script: ParsedScript | undefined, scope: Scope, text: string) => void;
  readonly readNode: (node: SyntaxNode, scope: Scope) => Outcome;
}
