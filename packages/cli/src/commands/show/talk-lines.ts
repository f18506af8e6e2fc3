/**
 * The conversation between the lines of its calls: what was said before a call stands above it. Long texts are shown by their
 * beginning. Text is escaped here.
 */
import type { TalkAnswer, TalkPage, TalkPiece } from "@toolplane/contract/console";
import {
  absentWords,
  escapeLines,
  formatClock,
  formatCount,
  formatPlural,
} from "@toolplane/readings";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { padRight } from "../../terminal/text/text-width.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";

export interface TalkView {
  readonly talk: TalkPage;
  /** Ids of the session's calls in their order, without inner ones. */
  readonly callIds: readonly string[];
  /** How many of them are not drawn: the first ones. */
  readonly skipped: number;
  /** Whole texts, instead of their beginnings. */
  readonly isWhole: boolean;
}

export interface TalkLines {
  /** Lines of what was said before this call and is not given yet. */
  before(callId: string): readonly string[];
  rest(): readonly string[];
}

const WHO = 8;
const TIME = 10;
const MOST_LINES = 8;
const MOST_HOST_LINES = 2;
/** Calls without a place in the record that are named below an answer. */
const MOST_NAMED = 5;

export function createTalkLines(view: TalkView, paint: Paint, width: number): TalkLines {
  const { pieces } = view.talk;
  const known = new Set(view.callIds);
  const placeOf = new Map<string, number>();
  for (const [place, piece] of pieces.entries())
    for (const { callId } of callsOf(piece)) placeOf.set(callId, place);
  const places = view.callIds.map((callId) => placeOf.get(callId) ?? -1);
  const last = Math.max(-1, ...places.slice(0, view.skipped));
  // An answer whose calls are drawn in part is drawn.
  let next = places.slice(view.skipped).includes(last) ? Math.max(0, last) : last + 1;
  const until = (end: number): readonly string[] => {
    const due = pieces.slice(next, end);
    next = Math.max(next, end);
    return due.flatMap((piece) => pieceLines(piece, { ...view, known }, { paint, width }));
  };
  return {
    before: (callId) => until((placeOf.get(callId) ?? -1) + 1),
    rest: () => until(pieces.length),
  };
}

/** Says why a session has calls and no words. */
export function absentLines(
  { state }: TalkPage,
  { client }: { readonly client: string | null },
  width: number,
): readonly string[] {
  if (state === "kept") return [];
  return wrapText(absentWords(state, client === null ? null : escapeText(client)), width);
}

function callsOf(piece: TalkPiece): TalkAnswer["calls"] {
  return piece.kind === "answer" ? piece.calls : [];
}

interface Drawn {
  readonly paint: Paint;
  readonly width: number;
}

function pieceLines(
  piece: TalkPiece,
  { isWhole, known }: Pick<TalkView, "isWhole"> & { readonly known: ReadonlySet<string> },
  { paint, width }: Drawn,
): readonly string[] {
  const most = isWhole
    ? Number.POSITIVE_INFINITY
    : piece.kind === "said" && piece.from === "host"
      ? MOST_HOST_LINES
      : MOST_LINES;
  const at = piece.atMs === null ? "" : formatClock(piece.atMs);
  const margin = `${padRight(whoOf(piece), WHO)}${padRight(at, TIME)}`;
  const indent = " ".repeat(WHO + TIME);
  const room = Math.max(10, width - indent.length);
  const all = piece.text === "" ? [] : wrapText(escapeLines(piece.text.trimEnd()), room);
  const left = all.length - most;
  const shown = left > 0 ? all.slice(0, most) : all;
  const notes = [
    ...(left > 0 || piece.isCut ? [`… ${formatCount(piece.characters)} characters: --words`] : []),
    ...(piece.kind === "said" && piece.pictures > 0
      ? [formatPlural(piece.pictures, "picture")]
      : []),
    ...(piece.kind === "answer" && piece.isStopped ? ["[stopped by the user]"] : []),
    ...unrecorded(piece, known, room),
  ];
  const lines = [...shown, ...notes.map((text) => paint.style("dim", text))];
  // An answer that only calls something is told by its calls.
  if (lines.length === 0) return [];
  return [
    "",
    ...lines.map((text, index) =>
      `${index === 0 ? paint.style("dim", margin) : indent}${text}`.trimEnd(),
    ),
  ];
}

function whoOf(piece: TalkPiece): string {
  if (piece.kind === "answer") return "model";
  return { person: "you", parent: "agent", host: "note" }[piece.from];
}

/** Calls of a conversation that this session goes on from have their record elsewhere. */
function unrecorded(piece: TalkPiece, known: ReadonlySet<string>, room: number): readonly string[] {
  const gone = callsOf(piece).filter(({ callId }) => !known.has(callId));
  const named = gone
    .slice(0, MOST_NAMED)
    .map(({ tool, what }) => fitText(`${escapeText(`${tool} ${what}`)}`, room - 22))
    .map((text) => `${text}  not in this record`);
  const more = gone.length - named.length;
  return more > 0 ? [...named, `${formatPlural(more, "more call")} not in this record`] : named;
}
