import { existsSync } from "node:fs";
import { writeWhole } from "@toolplane/disk/ground";
import type { ImportLine } from "@toolplane/library/rooms/rules";
import {
  appendRules,
  type CommentedRule,
  formatRules,
  IMPORT_SOURCES,
  type ImportSource,
  importRules,
} from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { readTyped } from "../../rule-files/open-rule-file.ts";
import { noteTrust, targetFile } from "../../rule-files/rule-files.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { findSourceFiles, homeOf } from "./find-source-files.ts";
import { importReport } from "./import-report.ts";

/** Translates, and writes only when asked to. */
export const runPolicyImport: CommandRun = async (context) => {
  const { terminal, arguments: given, environment } = context;
  const source = given.words[0] as ImportSource;
  if (!IMPORT_SOURCES.includes(source))
    throw new CliError(`Rules of ${JSON.stringify(source)} cannot be read.`, {
      next: IMPORT_SOURCES.map((name) => `toolplane policy import ${name}`),
    });
  const settings = await readSettings(context);
  const files = await findSourceFiles(context, source, settings);
  const { workspace } = settings;
  const lines = await importRules(source, files, { home: homeOf(environment), workspace });
  const rules = lines.flatMap(commented);
  const written = given.flag("write") ? await write(context, settings, rules) : null;
  terminal.json({ source, files: files.map(({ file }) => file), lines, written });
  for (const line of importReport(lines, { files, paint: terminal.err, width: terminal.columns() }))
    terminal.note(line);
  if (written === null) {
    terminal.print(formatRules(appendRules(null, rules, "imported"), "imported").trimEnd());
    if (rules.length > 0)
      terminal.note("\n--write adds them to the project's rules, --global --write to your own.");
    return EXIT_CODES.done;
  }
  terminal.print(
    `${terminal.out.mark("allow")} ${formatPlural(written.added, "rule")} added to ${escapeText(written.file)}`,
  );
  noteTrust(terminal, settings, written.added > 0 ? [written.file] : []);
  return EXIT_CODES.done;
};

function commented({ source, why, rules }: ImportLine): readonly CommentedRule[] {
  const place = source.line > 0 ? `${source.file}:${source.line}` : source.file;
  return rules.map((rule) => ({
    rule,
    comment: `${place}  ${source.text}${why === "" ? "" : `\n${why}`}`,
  }));
}

async function write(
  context: CommandContext,
  settings: Settings,
  rules: readonly CommentedRule[],
): Promise<{ readonly file: string; readonly added: number }> {
  const file = targetFile(settings, context.arguments.flag("global"));
  const before = existsSync(file) ? await readTyped(context, file) : null;
  const appended = appendRules(before, rules, file);
  const after = appended === before ? before : formatRules(appended, file);
  if (rules.length > 0 && after !== before) writeWhole(file, after);
  const count = (text: string | null): number =>
    text === null ? 0 : [...text.matchAll(/"permission"\s*:/g)].length;
  return { file, added: rules.length === 0 ? 0 : count(after) - count(before) };
}
