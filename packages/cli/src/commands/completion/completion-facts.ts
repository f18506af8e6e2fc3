/** Facts about a command for a completion script, in words that need no quoting in any shell. */
import type { Command, OptionSpec } from "../../command/command.ts";
import { GLOBAL_OPTIONS } from "../../command/global-options.ts";

/** Names that are looked up when they are needed. */
export type Lookup = "tools" | "sessions" | "commands" | "files" | "none";

export interface CompletionFacts {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly (readonly [name: string, spec: OptionSpec])[];
  /** Second words of commands that begin with this one. */
  readonly seconds: readonly string[];
  readonly word: Lookup;
  /** Options of the tool that was named come on top. */
  readonly hasToolOptions: boolean;
}

const LOOKUPS: Readonly<Record<string, Lookup>> = {
  tool: "tools",
  query: "tools",
  session: "sessions",
  sessions: "sessions",
  command: "commands",
  file: "files",
  files: "files",
  folder: "files",
};

/** Facts of every command that people type. */
export function completionFacts(commands: readonly Command[]): readonly CompletionFacts[] {
  return commands
    .filter(({ isHidden }) => !isHidden)
    .map(({ name, summary, arguments: words = [], options = {}, takesAnyOption = false }) => ({
      name,
      summary,
      seconds: commands.flatMap(({ name: other, isHidden }) =>
        other.startsWith(`${name} `) && !isHidden ? [other.slice(name.length + 1)] : [],
      ),
      options: Object.entries({ ...GLOBAL_OPTIONS, ...options }),
      word: LOOKUPS[words[0]?.name ?? ""] ?? "none",
      hasToolOptions: takesAnyOption && words[0]?.name === "tool",
    }));
}

export function optionLookup(name: string, { type, value }: OptionSpec): Lookup {
  if (type === "flag") return "none";
  if (name === "session" || value === "SESSION") return "sessions";
  return value === "FILE" || value === "FOLDER" || value === "PATH" ? "files" : "none";
}
