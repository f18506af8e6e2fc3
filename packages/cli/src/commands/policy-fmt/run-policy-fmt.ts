import { resolve } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";
import { formatRules } from "@toolplane/library/rooms/rules";
import { readSettings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { readTyped } from "../../rule-files/open-rule-file.ts";
import { ruleFiles, trustNotes } from "../../rule-files/rule-files.ts";
import { line, note, type Shown } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

/** Formats; every file is read and laid out before the first one is written. */
export const runPolicyFmt: CommandRun = async (context) => {
  const { arguments: given, directory } = context;
  const settings = await readSettings(context);
  const named = given.words.length > 0 ? given.words : ruleFiles(settings);
  const files: { readonly file: string; readonly before: string; readonly after: string }[] = [];
  for (const file of named) {
    const before = await readTyped(context, file);
    files.push({ file, before, after: formatRules(before, file) });
  }
  const changed = files.filter(({ before, after }) => before !== after);
  const isCheck = given.flag("check");
  if (!isCheck) for (const { file, after } of changed) writeWhole(resolve(directory, file), after);
  const paths = changed.map(({ file }) => resolve(directory, file));
  return {
    exitCode: isCheck && changed.length > 0 ? EXIT_CODES.failed : EXIT_CODES.done,
    json: { files: files.length, changed: changed.map(({ file }) => file) },
    shown: [
      ...changed.map(({ file }) =>
        line(`${shortPath(file, settings.workspace)}  ${isCheck ? "would change" : "laid out"}`, {
          mark: isCheck ? "failed" : "allow",
        }),
      ),
      ...restLines(files.length, changed.length),
      ...(isCheck ? [] : trustNotes(settings, paths)),
    ],
  };
};

function restLines(all: number, changed: number): readonly Shown[] {
  if (all === 0) return [note("There are no rule files here.")];
  const rest = all - changed;
  if (rest === 0) return [];
  return [note(`${formatPlural(rest, "file")} as ${rest === 1 ? "it" : "they"} should be.`)];
}
