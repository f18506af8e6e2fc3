import { changeCount } from "@toolplane/contract";
import type { WaitingSet } from "@toolplane/contract/ports";
import { formatBytes, formatCount, formatMoment } from "@toolplane/readings";
import { line, type Shown, table } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

const WHY: Readonly<Record<string, string>> = {
  refused: "refused",
  conflict: "changed meanwhile",
  bound: "too large",
  failed: "could not be written",
};

export function waitingLines(
  waiting: readonly WaitingSet[],
  workspace: string | null,
): readonly Shown[] {
  if (waiting.length === 0)
    return [line("Nothing waits. What a command changed and could not land appears here.")];
  return [
    table({
      columns: [
        { title: "call" },
        { title: "command", shrink: 12 },
        { title: "files", align: "right" },
        { title: "size", align: "right", drop: 2 },
        { title: "why" },
        { title: "since", drop: 1 },
      ],
      rows: waiting.map((set) => ({
        cells: [
          { text: set.callId, mark: "ask" },
          set.command,
          formatCount(changeCount(set.landing.counts) - (set.landing.counts.folders ?? 0)),
          formatBytes(set.bytes),
          WHY[set.landing.why ?? ""] ?? "waits",
          formatMoment(set.atMs, { nowMs: Date.now() }),
        ],
        notes: firstReason(set, workspace),
      })),
    }),
    line(),
    line(`Next: toolplane land ${waiting[0]?.callId ?? ""}`),
  ];
}

function firstReason({ landing }: WaitingSet, workspace: string | null): readonly string[] {
  const [first, ...others] = landing.refused ?? [];
  if (!first) return [];
  const more = others.length > 0 ? ` (and ${formatCount(others.length)} more)` : "";
  return [`${shortPath(first.path, workspace)}: ${first.reason}${more}`];
}
