/** Rules of another program as rules of ours, with what became of every line. */
import type { SourcePolicy } from "./clauses/clause.ts";
import { type ImportLine, resolveClauses } from "./resolve-clauses.ts";
import type { SourceFile, SourceOptions } from "./source/source-file.ts";

/** Programs whose rules can be read. */
export const IMPORT_SOURCES = ["claude-code", "opencode", "codex", "gemini"] as const;

export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** Translates. Files are given with the weakest first. Rejects with a ConfigurationError for a file that cannot be read. */
export async function importRules(
  source: ImportSource,
  files: readonly SourceFile[],
  options: SourceOptions,
): Promise<readonly ImportLine[]> {
  return resolveClauses(await readSource(source, files, options), options.workspace);
}

/** Each reader is loaded when it is asked for: parsers are not free. */
async function readSource(
  source: ImportSource,
  files: readonly SourceFile[],
  options: SourceOptions,
): Promise<SourcePolicy> {
  switch (source) {
    case "claude-code":
      return (await import("./clients/read-claude-code.ts")).readClaudeCode(files, options);
    case "opencode":
      return (await import("./clients/read-opencode.ts")).readOpencode(files, options);
    case "codex":
      return (await import("./clients/read-codex.ts")).readCodex(files);
    case "gemini":
      return (await import("./clients/read-gemini.ts")).readGemini(files);
  }
}
