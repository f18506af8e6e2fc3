/** Found calls as a table: when, what, how often, and why it was let through or not. */
import type { FoundCallsPage, FoundGroup, IndexProgress } from "@toolplane/contract/console";
import { formatCount, formatMoment, formatPlural } from "@toolplane/readings";
import type { Cell, Column } from "../../terminal/lines/render-table.ts";
import { note, type Shown, table } from "../../terminal/shown/shown.ts";

interface Look {
  readonly isEach: boolean;
  readonly short: (id: string) => string;
}

export function callLines(page: FoundCallsPage, look: Look): readonly Shown[] {
  const { groups, calls, next, index } = page;
  const hasClient = groups.some(({ call }) => call.client !== null);
  const rows =
    groups.length === calls ? "" : `, ${formatPlural(groups.length, "line")}: equal calls are one`;
  return [
    table({
      columns: columnsOf(look.isEach, hasClient),
      rows: groups.map((group) => ({ cells: cellsOf(group, look, hasClient) })),
    }),
    note(),
    note(`${formatPlural(calls, "call")}${rows}.`),
    ...(look.isEach
      ? [note("toolplane show SESSION CALL   shows one.")]
      : [note("--each   lists every call, with its session.")]),
    ...(next === null ? [] : [note(`More: the same with --more ${next}`)]),
    ...(index === null ? [] : progressLines(index)),
  ];
}

function progressLines({ left, total }: IndexProgress): readonly Shown[] {
  if (left === 0) return [];
  const share = Math.floor(((total - left) / Math.max(1, total)) * 100);
  return [
    note(
      `Older calls are still being indexed: ${share} % so far. Each look goes on, and so does the console while it runs.`,
      { wraps: true },
    ),
  ];
}

function columnsOf(isEach: boolean, hasClient: boolean): readonly Column[] {
  return [
    { title: "last" },
    { title: "tool", shrink: 8 },
    { title: "what", shrink: 16 },
    ...(isEach ? [] : [{ title: "calls", align: "right" } as const]),
    { title: "outcome", shrink: 10 },
    { title: "rule", shrink: 12, drop: 2 },
    ...(hasClient ? [{ title: "client", shrink: 8, drop: 1 } as const] : []),
    ...(isEach ? [{ title: "session" }, { title: "call" }] : []),
  ];
}

function cellsOf(
  { call, count }: FoundGroup,
  { isEach, short }: Look,
  hasClient: boolean,
): readonly Cell[] {
  return [
    formatMoment(call.atMs, { nowMs: Date.now() }),
    { text: call.tool, mark: call.mark },
    call.what,
    ...(isEach ? [] : [`×${formatCount(count)}`]),
    call.words,
    call.rule ?? "-",
    ...(hasClient ? [call.client ?? "-"] : []),
    ...(isEach ? [short(call.sessionId), call.callId] : []),
  ];
}
