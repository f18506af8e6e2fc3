import type { Approval } from "@toolplane/contract";
import {
  canAnswer,
  listWaiting,
  type WaitingQuestion,
  withdrawGone,
} from "@toolplane/library/rooms/approvals";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { formatMoment } from "@toolplane/readings";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { renderTable } from "../../terminal/lines/render-table.ts";
import { resourceText } from "../../terminal/words/resource-text.ts";
import { waitingJson, waitingLines } from "./waiting-view.ts";
import { watchApprovals } from "./watch-approvals.ts";

const MOST = 200;

/** Lists, or stays and watches. */
export const runApprovals: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const state = await openState(settings.userData);
  try {
    if (context.arguments.flag("watch")) return await watchApprovals({ context, state, settings });
    await withdrawGone({ ...state, nowMs: Date.now() });
    const waiting = await listWaiting({ ...state, limit: MOST });
    const standing = await state.store.approvals.list();
    context.terminal.json({ waiting: waiting.map(waitingJson), standing });
    print(context, { waiting, standing, workspace: settings.workspace });
    return EXIT_CODES.done;
  } finally {
    await state.close();
  }
};

interface Found {
  readonly waiting: readonly WaitingQuestion[];
  readonly standing: readonly Approval[];
  readonly workspace: string | null;
}

function print({ terminal }: CommandContext, { waiting, standing, workspace }: Found): void {
  const view = { paint: terminal.out, width: terminal.columns(), nowMs: Date.now(), workspace };
  if (waiting.length === 0) terminal.print("No approvals wait. Calls that must ask appear here.");
  else {
    terminal.print("Waiting for you");
    for (const line of waitingLines(waiting, view)) terminal.print(line);
    const first = waiting.find(canAnswer);
    if (first) {
      terminal.print();
      terminal.print(`Next: toolplane approvals answer ${first.question.id}`);
    }
  }
  if (standing.length === 0) return;
  terminal.print();
  terminal.print("Standing approvals");
  for (const line of standingLines(standing, view)) terminal.print(line);
  terminal.print();
  terminal.print("Next: toolplane approvals revoke ID");
}

function standingLines(
  standing: readonly Approval[],
  view: Parameters<typeof waitingLines>[1],
): readonly string[] {
  return renderTable({
    ...view,
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
        formatMoment(approval.grantedAtMs, { nowMs: view.nowMs }),
      ],
      notes: approval.cover.map((resource) => {
        const { capability, target } = resourceText(resource, view.workspace);
        return `covers ${capability} ${target}`;
      }),
    })),
  });
}
