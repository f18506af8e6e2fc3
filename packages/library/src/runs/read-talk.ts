/**
 * Reads the conversation of a session from the logs of its runs, in parts: it lies there as it was said, so it is masked here, and
 * every text is bounded. Several runs of one session follow each other as they began. Results are not repeated: the record has them.
 */
import { ToolError } from "@toolplane/contract";
import type { TalkPage, TalkPiece, TalkText } from "@toolplane/contract/console";
import type { Redactor, RunRow, Store } from "@toolplane/contract/ports";
import { maskedPart } from "./masked-part.ts";
import type { RunEntry } from "./run-log.ts";
import { momentOf } from "./talk-moments.ts";
import { spokenText, talkPiece } from "./talk-piece.ts";
import { WORDS_GONE } from "./words-gone.ts";

export interface TalkGround {
  readonly store: Pick<Store, "runs" | "slots">;
  readonly redactor: Pick<Redactor, "stream">;
}

export interface TalkQuery {
  /** The first entry, counted over all runs of the session. */
  readonly from: number;
  /** Most entries. */
  readonly limit: number;
  /** Most characters of one text. */
  readonly most: number;
}

/** More runs of one session are more than a person reads. */
const MOST_RUNS = 1_000;
const PAGE = 200;
/** Marks before and behind a part tell when its first and last words were said. */
const AROUND = 50;

export async function readTalk(
  ground: TalkGround,
  sessionId: string,
  { from, limit, most }: TalkQuery,
): Promise<TalkPage> {
  const { store, redactor } = ground;
  const runs = await runsOf(store, sessionId);
  const total = runs.reduce((sum, { length }) => sum + length, 0);
  const until = Math.max(from, Math.min(total, from + limit));
  const pieces: TalkPiece[] = [];
  let before = 0;
  for (const run of runs) {
    const first = Math.max(0, from - before);
    const last = Math.min(run.length, until - before);
    const { entries, start } =
      first < last ? await readAround(store, run, { first, last }) : NOTHING;
    for (let place = first; place < last; place += 1) {
      const at = place - start;
      const atMs = momentOf(entries, at);
      const piece = talkPiece(entries[at], { redactor, most, at: before + place, atMs });
      if (piece) pieces.push(piece);
    }
    before += run.length;
  }
  return { state: await stateOf(store, sessionId, runs), total, from, until, pieces };
}

/** One text from a character on. Rejects with a ToolError `not_found` where nothing was said. */
export async function readTalkText(
  { store, redactor }: TalkGround,
  sessionId: string,
  { at, from, most }: { readonly at: number; readonly from: number; readonly most: number },
): Promise<TalkText> {
  let before = 0;
  for (const run of await runsOf(store, sessionId)) {
    if (at >= before && at < before + run.length) {
      const [entry] = await store.runs.log(run.id, { from: at - before, limit: 1 });
      const words = spokenText(entry as unknown as RunEntry | undefined);
      if (words === null) break;
      const { text, isCut } = maskedPart(redactor, words, { from, most });
      return { text, from, next: isCut ? from + text.length : null };
    }
    before += run.length;
  }
  throw new ToolError("not_found", "Nothing was said at this place of the conversation.");
}

/** Runs of a session as they began. */
export async function runsOf(
  store: Pick<Store, "runs">,
  sessionId: string,
): Promise<readonly RunRow[]> {
  const runs = await store.runs.list({ sessionId, limit: MOST_RUNS });
  return runs.toSorted(
    (left, right) => left.createdAtMs - right.createdAtMs || (left.id < right.id ? -1 : 1),
  );
}

async function stateOf(
  store: TalkGround["store"],
  sessionId: string,
  runs: readonly RunRow[],
): Promise<TalkPage["state"]> {
  if (runs.length > 0) return "kept";
  return (await store.slots.get(sessionId, WORDS_GONE)) === null ? "none" : "gone";
}

interface Around {
  readonly entries: readonly RunEntry[];
  /** The place of the first of them in the log. */
  readonly start: number;
}

const NOTHING: Around = { entries: [], start: 0 };

async function readAround(
  store: Pick<Store, "runs">,
  run: RunRow,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Around> {
  const start = Math.max(0, first - AROUND);
  const end = Math.min(run.length, last + AROUND);
  const entries: RunEntry[] = [];
  while (start + entries.length < end) {
    const from = start + entries.length;
    const page = await store.runs.log(run.id, { from, limit: Math.min(PAGE, end - from) });
    if (page.length === 0) break;
    for (const entry of page) entries.push(entry as unknown as RunEntry);
  }
  return { entries, start };
}
