import type { PolicyRule } from "@toolplane/contract";
import { findFolderRules } from "../../../rules/folder-rules.ts";
import { type ListedRule, listRules } from "../../../rules/list-rules.ts";
import { shippedLayers } from "../../../rules/shipped-layers.ts";
import { findTrackedDenied } from "../../../rules/tracked-denied.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { HOW_TO_OPEN, reachLines } from "../../terminal/lines/reach-lines.ts";
import { type Cell, renderTable } from "../../terminal/lines/render-table.ts";
import { formatPlural } from "../../terminal/text/format-count.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { flowWords } from "../../terminal/words/flow-words.ts";
import { folderWords } from "../../terminal/words/folder-words.ts";
import { tellTracked, trackedWords } from "../../terminal/words/tracked-words.ts";

export const runPolicyList: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const settings = await readSettings(context);
  const byDefault = listRules(shippedLayers(settings));
  const explicit = listRules(settings.policy);
  const shown = given.flag("default") ? [...explicit, ...byDefault] : explicit;
  const { workspace } = settings;
  const tracked = await findTrackedDenied(settings.policy, workspace);
  const { reach } = settings;
  const folders = findFolderRules(settings.policy, workspace);
  terminal.json({
    rules: [...explicit, ...byDefault],
    tracked,
    folders,
    reach,
    flow: settings.flow,
  });
  if (shown.length === 0) terminal.print("No rules of yours. The default policy holds.");
  else
    for (const line of renderTable({
      columns: [
        { title: "action" },
        { title: "permission", shrink: 12 },
        { title: "pattern", shrink: 20 },
        { title: "where", shrink: 16, keep: "end" },
      ],
      rows: shown.map(({ rule, source }) => ({
        cells: [
          actionCell(rule),
          rule.permission,
          rule.pattern + conditionOf(rule),
          placeOf({ source }),
        ],
      })),
      width: terminal.columns(),
      paint: terminal.out,
    }))
      terminal.print(line);
  const rest = given.flag("default") ? 0 : byDefault.length;
  terminal.note();
  tellTracked(terminal, trackedWords(tracked, workspace));
  tellTracked(terminal, folderWords(folders));
  if (rest > 0)
    terminal.note(
      `Besides, ${formatPlural(rest, "rule")} of the default policy: --default shows them.`,
    );
  const tell = (text: string): void => {
    for (const line of wrapText(text, terminal.columns())) terminal.note(line);
  };
  tell(flowWords(settings));
  for (const line of reachLines(reach)) tell(`Open beside the workspace: ${line}.`);
  tell(HOW_TO_OPEN);
  terminal.note("toolplane policy explain TOOL …   says what they do to a call.");
  return EXIT_CODES.done;
};

/** The whole name of the file: two files may share their last part. */
function placeOf({ source }: Pick<ListedRule, "source">): string {
  const name = source.file ?? source.scope;
  return source.line === undefined ? name : `${name}:${source.line}`;
}

function actionCell(rule: PolicyRule): Cell {
  const { action } = rule;
  return action === undefined
    ? { text: `label ${rule.label}` }
    : { text: action, mark: action, style: action };
}

/** When it holds, for a rule that does not always. */
function conditionOf({ after, unless }: PolicyRule): string {
  const seen = after === undefined ? "" : ` after ${after.join(" + ")}`;
  return unless === undefined ? seen : `${seen} unless ${unless}`;
}
