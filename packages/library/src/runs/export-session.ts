/**
 * A session as JSON lines with its conversation: behind the line of the session comes how much was said, and with `content` every
 * text, whole and masked.
 */
import { exportJsonLines, type JsonLinesOptions } from "../record/export/export-jsonl.ts";
import type { LoadedSession } from "../record/sessions/load-session.ts";
import { readTalk, type TalkGround } from "./read-talk.ts";

const ENTRIES = 500;
/** Characters of one text: a longer one says that it was cut. */
const MOST = 16 * 1_048_576;

export async function* exportSession(
  ground: TalkGround,
  session: LoadedSession,
  options: JsonLinesOptions = {},
): AsyncGenerator<string> {
  const lines = exportJsonLines(session, options);
  const first = lines.next();
  if (!first.done) yield first.value;
  yield* talkLines(ground, session.manifest.sessionId, options);
  yield* lines;
}

async function* talkLines(
  ground: TalkGround,
  sessionId: string,
  { content = false }: JsonLinesOptions,
): AsyncGenerator<string> {
  const { state, total } = await readTalk(ground, sessionId, { from: 0, limit: 0, most: 0 });
  yield JSON.stringify({ type: "talk", state, entries: total });
  for (let from = 0; content && from < total; from += ENTRIES) {
    const page = await readTalk(ground, sessionId, { from, limit: ENTRIES, most: MOST });
    for (const { kind, ...piece } of page.pieces) yield JSON.stringify({ type: kind, ...piece });
  }
}
