import type { Approval } from "@toolplane/contract";
import type { StandingRule } from "@toolplane/contract/console";
import {
  canAnswer,
  listWaiting,
  type WaitingQuestion,
  withdrawGone,
} from "@toolplane/library/rooms/approvals";
import { readKeptRules } from "@toolplane/library/rooms/product";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { formatMoment } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { drawing, line, type Shown, table } from "../../terminal/shown/shown.ts";
import { resourceText } from "../../terminal/words/resource-text.ts";
import { waitingJson, waitingLines } from "./waiting-view.ts";
import { watchApprovals } from "./watch-approvals.ts";

const MOST = 200;

/** Lists, or stays and watches. */
export const runApprovals: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const state = await openState(settings);
  try {
    if (context.arguments.flag("watch")) return await watchApprovals({ context, state, settings });
    await withdrawGone({ ...state, nowMs: Date.now() });
    const waiting = await listWaiting({ ...state, limit: MOST });
    const standing = await state.store.approvals.list();
    const { workspace } = settings;
    const rules = readKeptRules(settings);
    const kept = [...standingLines(standing, workspace), ...ruleLines(rules)];
    return {
      json: { waiting: waiting.map(waitingJson), standing, rules },
      shown: [
        ...questionLines(waiting, workspace),
        ...kept,
        ...(kept.length === 0 ? [] : [line(), line("Next: toolplane approvals revoke ID")]),
      ],
    };
  } finally {
    await state.close();
  }
};

function questionLines(
  waiting: readonly WaitingQuestion[],
  workspace: string | null,
): readonly Shown[] {
  if (waiting.length === 0) return [line("No approvals wait. Calls that must ask appear here.")];
  const nowMs = Date.now();
  const first = waiting.find(canAnswer);
  return [
    line("Waiting for you"),
    drawing((view) => waitingLines(waiting, { ...view, nowMs, workspace })),
    ...(first ? [line(), line(`Next: toolplane approvals answer ${first.question.id}`)] : []),
  ];
}

function standingLines(standing: readonly Approval[], workspace: string | null): readonly Shown[] {
  if (standing.length === 0) return [];
  return [
    line(),
    line("Standing approvals"),
    table({
      indent: 2,
      columns: [
        { title: "id" },
        { title: "scope" },
        { title: "tool" },
        { title: "key", shrink: 12 },
        { title: "given", drop: 1 },
      ],
      rows: standing.map((approval) => ({
        cells: [
          approval.id,
          approval.scope,
          approval.origin === "bundled" ? approval.tool : `${approval.tool} (${approval.origin})`,
          approval.key,
          formatMoment(approval.grantedAtMs, { nowMs: Date.now() }),
        ],
        notes: approval.cover.map((resource) => {
          const { capability, target } = resourceText(resource, workspace);
          return `covers ${capability} ${target}`;
        }),
      })),
    }),
  ];
}

function ruleLines(rules: readonly StandingRule[]): readonly Shown[] {
  if (rules.length === 0) return [];
  return [
    line(),
    line("Your own rules for this project"),
    table({
      indent: 2,
      columns: [
        { title: "id" },
        { title: "action" },
        { title: "permission" },
        { title: "pattern" },
      ],
      rows: rules.map(({ id, rule, given }) => ({
        cells: [id, rule.action, rule.permission, rule.pattern],
        notes: given === "" ? [] : [given],
      })),
    }),
  ];
}
