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
import { readTyped } from "../../rule-files/open-rule-file.ts";
import { targetFile, trustNotes } from "../../rule-files/rule-files.ts";
import { type Drawing, line, note, type Shown, verbatim } from "../../terminal/shown/shown.ts";
import { findSourceFiles, homeOf } from "./find-source-files.ts";
import { importReport } from "./import-report.ts";

/** Translates, and writes only when asked to. */
export const runPolicyImport: CommandRun = async (context) => {
  const { arguments: given, environment } = context;
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
  const told: Drawing = {
    to: "err",
    draw: (view) => importReport(lines, { files, ...view }),
  };
  return {
    json: { source, files: files.map(({ file }) => file), lines, written },
    shown: [told, ...(written ? writtenLines(settings, written) : ruleLines(rules))],
  };
};

/** The rule file that would be written. */
function ruleLines(rules: readonly CommentedRule[]): readonly Shown[] {
  const file = verbatim(formatRules(appendRules(null, rules, "imported"), "imported").trimEnd());
  if (rules.length === 0) return [file];
  return [
    file,
    note(),
    note("--write adds them to the project's rules, --global --write to your own."),
  ];
}

interface Written {
  readonly file: string;
  readonly added: number;
}

function writtenLines(settings: Settings, { file, added }: Written): readonly Shown[] {
  return [
    line(`${formatPlural(added, "rule")} added to ${file}`, { mark: "allow" }),
    ...trustNotes(settings, added > 0 ? [file] : []),
  ];
}

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
): Promise<Written> {
  const file = targetFile(settings, context.arguments.flag("global"));
  const before = existsSync(file) ? await readTyped(context, file) : null;
  const appended = appendRules(before, rules, file);
  const after = appended === before ? before : formatRules(appended, file);
  if (rules.length > 0 && after !== before) writeWhole(file, after);
  const count = (text: string | null): number =>
    text === null ? 0 : [...text.matchAll(/"permission"\s*:/g)].length;
  return { file, added: rules.length === 0 ? 0 : count(after) - count(before) };
}
