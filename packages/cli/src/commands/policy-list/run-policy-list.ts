import type { PolicyRule } from "@toolplane/contract";
import { readKnownHere } from "@toolplane/library/rooms/product";
import { type CountedRules, createRuleCount } from "@toolplane/library/rooms/record";
import {
  findFolderRules,
  findIdleRules,
  findTrackedDenied,
  type ListedRule,
  listRules,
  shippedLayers,
} from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { hasState, openState } from "@toolplane/library/rooms/state";
import { formatCount, formatMoment, formatPlural } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { HOW_TO_OPEN, reachLines } from "../../terminal/lines/reach-lines.ts";
import type { Cell, Column } from "../../terminal/lines/render-table.ts";
import { ruleNotes } from "../../terminal/shown/rule-notes.ts";
import { line, note, type Shown, table } from "../../terminal/shown/shown.ts";
import { trackedNotes } from "../../terminal/shown/tracked-notes.ts";
import { flowWords } from "../../terminal/words/flow-words.ts";
import { folderWords } from "../../terminal/words/folder-words.ts";
import { trackedWords } from "../../terminal/words/tracked-words.ts";

export const runPolicyList: CommandRun = async (context) => {
  const { arguments: given } = context;
  const settings = await readSettings(context);
  const byDefault = listRules(shippedLayers(settings));
  const explicit = listRules(settings.policy);
  const shown = given.flag("default") ? [...explicit, ...byDefault] : explicit;
  const { workspace } = settings;
  const tracked = await findTrackedDenied(settings.policy, workspace);
  const { reach } = settings;
  const folders = findFolderRules(settings.policy, workspace);
  const idle = findIdleRules(settings.policy, await readKnownHere(settings));
  const broken = "broken" in settings.project ? settings.project.broken : [];
  const counted = given.flag("hits") ? await countHits(settings) : null;
  const withHits = (listed: ListedRule): object => ({
    ...listed,
    ...(counted && listed.rule.action !== undefined
      ? { decided: counted.hitOf(listed, workspace) }
      : {}),
  });
  const rest = given.flag("default") ? 0 : byDefault.length;
  return {
    json: {
      rules: [...explicit, ...byDefault].map(withHits),
      ...(counted ? { counted: { calls: counted.calls, isWhole: counted.isWhole } } : {}),
      tracked,
      folders,
      idle,
      broken,
      reach,
      flow: settings.flow,
    },
    shown: [
      ...ruleLines(shown, counted, workspace),
      note(),
      ...trackedNotes(trackedWords(tracked, workspace)),
      ...trackedNotes(folderWords(folders)),
      ...ruleNotes({ idle, broken }),
      ...(rest > 0
        ? [
            note(
              `Besides, ${formatPlural(rest, "rule")} of the default policy: --default shows them.`,
            ),
          ]
        : []),
      note(flowWords(settings), { wraps: true }),
      ...reachLines(reach).map((text) =>
        note(`Open beside the workspace: ${text}.`, { wraps: true }),
      ),
      note(HOW_TO_OPEN, { wraps: true }),
      note("toolplane policy explain TOOL …   says what they do to a call."),
    ],
  };
};

function ruleLines(
  rules: readonly ListedRule[],
  counted: CountedHits | null,
  workspace: string | null,
): readonly Shown[] {
  const counts =
    counted === null
      ? []
      : [note(`Counted in the newest ${formatPlural(counted.calls, "call")} of the record.`)];
  if (rules.length === 0) return [line("No rules of yours. The default policy holds."), ...counts];
  return [
    table({
      columns: [
        { title: "action" },
        { title: "permission", shrink: 12 },
        { title: "pattern", shrink: 20 },
        { title: "where", shrink: 16, keep: "end" },
        ...(counted ? HIT_COLUMNS : []),
      ],
      rows: rules.map((listed) => ({
        cells: [
          actionCell(listed.rule),
          listed.rule.permission,
          listed.rule.pattern + conditionOf(listed.rule),
          placeOf(listed),
          ...(counted ? hitCells(listed, counted, workspace) : []),
        ],
      })),
    }),
    ...counts,
  ];
}

type CountedHits = Pick<CountedRules, "calls" | "isWhole" | "hitOf">;

const HITS_MS = 5_000;
const HIT_COLUMNS: readonly Column[] = [
  { title: "decided", align: "right" },
  { title: "last", drop: 1 },
];

/** Nothing was recorded yet where there is no store; looking must not make one. */
async function countHits(settings: Settings): Promise<CountedHits> {
  if (!hasState(settings))
    return { calls: 0, isWhole: true, hitOf: () => ({ calls: 0, lastAtMs: null }) };
  const { store, close } = await openState(settings);
  try {
    return await createRuleCount(store, { nowMs: Date.now, lookMs: HITS_MS })();
  } finally {
    await close();
  }
}

function hitCells(
  listed: ListedRule,
  { hitOf }: CountedHits,
  workspace: string | null,
): readonly Cell[] {
  // A rule that labels decides nothing.
  if (listed.rule.action === undefined) return ["", ""];
  const { calls, lastAtMs } = hitOf(listed, workspace);
  return [
    formatCount(calls),
    lastAtMs === null ? "never" : formatMoment(lastAtMs, { nowMs: Date.now() }),
  ];
}

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
function conditionOf({ after, unless, when }: PolicyRule): string {
  if (when !== undefined) return ` when ${when}`;
  const seen = after === undefined ? "" : ` after ${after.join(" + ")}`;
  return unless === undefined ? seen : `${seen} unless ${unless}`;
}
