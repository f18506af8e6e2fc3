import type { ChangeCounts } from "@toolplane/contract";
import type { ViewRoom } from "@toolplane/contract/ports";
import { formatBytes, formatMoment, formatPlural, viewRoomText } from "@toolplane/readings";
import { line, type Shown, table } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import type { ViewFacts } from "./view-facts.ts";

/** From this part of what may be on, it is said. */
const NEARLY = 0.75;

/** Paths that are named under a row. */
const MOST_NAMED = 5;

export function viewsLines(
  views: readonly ViewFacts[],
  {
    workspace,
    room,
    nowMs,
  }: {
    readonly workspace: string | null;
    readonly room: ViewRoom | null;
    readonly nowMs: number;
  },
): readonly Shown[] {
  if (views.length === 0)
    return [
      line("No views. A run with --view own works in one, and what it leaves there appears here."),
      ...roomLines(room),
    ];
  return [
    table({
      columns: [
        { title: "view" },
        { title: "session", shrink: 12, drop: 1 },
        { title: "since" },
        { title: "state" },
        { title: "changes" },
        { title: "overlaps" },
      ],
      rows: views.map((view) => ({
        cells: [
          { text: view.id, mark: view.isLive ? "running" : "ask" },
          view.sessionId,
          formatMoment(view.openedMs, { nowMs }),
          stateText(view),
          view.counts === null ? "?" : countText(view.counts),
          view.overlaps.length === 0 ? "" : formatPlural(view.overlaps.length, "path"),
        ],
        notes: [...notesOf(view, workspace), ...fullness(view, room)],
      })),
    }),
    line(),
    ...roomLines(room),
    line(`Next: toolplane views show ${views[0]?.id ?? ""}`),
  ];
}

function roomLines(room: ViewRoom | null): readonly Shown[] {
  if (room === null) return [];
  const isNearly = room.held >= room.most * NEARLY;
  return [line(viewRoomText(room), { wraps: true, ...(isNearly ? { mark: "ask" } : {}) })];
}

/** A view that is nearly as large as it may be says so before its run is stopped. */
function fullness({ counts, bytes }: ViewFacts, room: ViewRoom | null): readonly string[] {
  if (room === null || counts === null || bytes === null) return [];
  const { added, changed } = counts;
  const isNearly = bytes >= room.mostBytes * NEARLY || added + changed >= room.mostFiles * NEARLY;
  const holds = `${formatBytes(bytes)} in ${formatPlural(added + changed, "file")}`;
  return isNearly ? [`nearly full, it holds ${holds}: land or discard it`] : [];
}

/** Says who is in it, and why it is not in the project. */
function stateText({ isLive, note }: ViewFacts): string {
  const why = note === null ? "" : `, ${NOTES[note.state]}`;
  return `${isLive ? "works" : "left"}${why}`;
}

const NOTES: Readonly<Record<NonNullable<ViewFacts["note"]>["state"], string>> = {
  red: "red",
  conflict: "conflict",
  kept: "refused",
  held: "held",
  checking: "unchecked",
};

/** `+2 ~1 -0`: new, changed, removed. */
function countText({ added, changed, removed }: ChangeCounts): string {
  return `+${added} ~${changed} -${removed}`;
}

function notesOf(
  { prompt, overlaps, fault, wasCut }: ViewFacts,
  workspace: string | null,
): readonly string[] {
  const [first = ""] = (prompt ?? "").trim().split("\n", 1);
  const named = overlaps.slice(0, MOST_NAMED).map((path) => shortPath(path, workspace));
  const more = overlaps.length - named.length;
  return [
    ...(first === "" ? [] : [first]),
    ...(named.length === 0
      ? []
      : [`the project changed too: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`]),
    ...(wasCut ? ["the machine was restarted since: look at it before you land it"] : []),
    ...(fault === null ? [] : [`cannot be read now: ${fault}`]),
  ];
}
