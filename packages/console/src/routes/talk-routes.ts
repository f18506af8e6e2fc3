/** The conversation of a session with its calls, part by part, and the rest of a long text. */
import type { SessionTalk, TalkAnswer, TalkText, TalkWords } from "@toolplane/contract/console";
import { readTalk, readTalkText, type TalkGround } from "@toolplane/library/rooms/runs";
import {
  COUNT,
  describes,
  FLAG,
  list,
  MOMENT,
  nullable,
  oneOf,
  type Schema,
  TEXT,
} from "../api/api-schema.ts";
import { callLineFacts } from "../api/call-facts.ts";
import { readNamedCalls } from "../api/call-pages.ts";
import { type ApiGround, sessionOf } from "../api/ground.ts";
import { type ApiRoute, readCount } from "../api/route.ts";
import { CALL_LINE, CUT } from "../api/shapes.ts";

const SHOWN = 200;
const MOST = 500;
const MAX_PLACE = 100_000_000;
/** Characters of one text, in a page of them and by itself. */
const MAX_TEXT = 3_000;
const MAX_PART = 200_000;
/** Calls of one page; the others are on the page of calls. */
const MAX_CALLS = 2_000;

const SAID = { ...CUT, at: COUNT, atMs: nullable(MOMENT) };

const PIECE: Schema = {
  anyOf: [
    describes<TalkWords>({
      ...SAID,
      kind: { const: "said" },
      from: oneOf("person", "parent", "host"),
      pictures: COUNT,
    }),
    describes<TalkAnswer>({
      ...SAID,
      kind: { const: "answer" },
      isStopped: FLAG,
      calls: list(describes<TalkAnswer["calls"][number]>({ callId: TEXT, tool: TEXT, what: TEXT })),
      callCount: COUNT,
    }),
  ],
};

const talk: ApiRoute<SessionTalk> = {
  method: "GET",
  path: "/sessions/{session}/talk",
  summary: "What was said in a session, with its calls; secrets are masked, long texts are cut.",
  query: { from: { ...COUNT, description: "The place of the first entry." }, limit: COUNT },
  gives: describes<SessionTalk>({
    state: oneOf("kept", "none", "gone"),
    total: COUNT,
    from: COUNT,
    until: COUNT,
    pieces: list(PIECE),
    calls: list(CALL_LINE),
  }),
  async handle(ground, { path, query }) {
    const manifest = await sessionOf(ground, path.session);
    const { sessionId } = manifest;
    const page = await readTalk(await talkGround(ground, manifest), sessionId, {
      from: readCount(query, "from", { unless: 0, most: MAX_PLACE }),
      limit: Math.max(1, readCount(query, "limit", { unless: SHOWN, most: MOST })),
      most: MAX_TEXT,
    });
    const ids = page.pieces.flatMap((piece) => (piece.kind === "answer" ? piece.calls : []));
    const summary = await ground.sessions.one(manifest);
    const rows = await ground.rows(sessionId);
    const calls = await readNamedCalls(
      ground.state.store,
      { summary, rows },
      ids.slice(0, MAX_CALLS).map(({ callId }) => callId),
    );
    return { body: { ...page, calls: calls.map(callLineFacts) } };
  },
};

const text: ApiRoute<TalkText> = {
  method: "GET",
  path: "/sessions/{session}/talk/{at}",
  summary: "One text of a conversation, from a character on.",
  query: { from: { ...COUNT, description: "The first character." } },
  gives: describes<TalkText>({ text: TEXT, from: COUNT, next: nullable(COUNT) }),
  async handle(ground, { path, query }) {
    const manifest = await sessionOf(ground, path.session);
    const at = readCount(new URLSearchParams({ at: path.at ?? "" }), "at", {
      unless: 0,
      most: MAX_PLACE,
    });
    const from = readCount(query, "from", { unless: 0, most: MAX_PLACE });
    const own = await talkGround(ground, manifest);
    return { body: await readTalkText(own, manifest.sessionId, { at, from, most: MAX_PART }) };
  },
};

async function talkGround(
  ground: ApiGround,
  manifest: Parameters<ApiGround["redactorOf"]>[0],
): Promise<TalkGround> {
  return { store: ground.state.store, redactor: await ground.redactorOf(manifest) };
}

export const TALK_ROUTES: readonly ApiRoute[] = [talk, text];
