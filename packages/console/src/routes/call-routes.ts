/** The calls of a session: the timeline, one in full, and the whole of an output that was cut. */

import { type SessionManifest, ToolError } from "@toolplane/contract";
import type { CallsPage, OneCall } from "@toolplane/contract/console";
import { callChanges } from "@toolplane/library/rooms/product";
import type { ShownCall } from "@toolplane/library/rooms/record";
import { wholeOutput } from "@toolplane/library/rooms/record";
import { COUNT, describes, list } from "../api/api-schema.ts";
import { callLineFacts, oneCallFacts } from "../api/call-facts.ts";
import { readCallPage, readOneCall } from "../api/call-pages.ts";
import { type ApiGround, sessionOf } from "../api/ground.ts";
import { type ApiRoute, readCount } from "../api/route.ts";
import { CALL_LINE, ONE_CALL } from "../api/shapes.ts";

const SHOWN = 200;
const MOST = 500;
const MAX_PLACE = 100_000_000;

const MAX_OUTPUT = 16 * 1_048_576;

const calls: ApiRoute<CallsPage> = {
  method: "GET",
  path: "/sessions/{session}/calls",
  summary: "The calls of a session in the order in which they began.",
  query: { from: { ...COUNT, description: "The place of the first." }, limit: COUNT },
  gives: describes<CallsPage>({ calls: list(CALL_LINE), total: COUNT, from: COUNT }),
  async handle(ground, { path, query }) {
    const manifest = await sessionOf(ground, path.session);
    const summary = await ground.sessions.one(manifest);
    const page = await readCallPage(
      ground.state.store,
      { summary, rows: await ground.rows(manifest.sessionId) },
      {
        from: readCount(query, "from", { unless: 0, most: MAX_PLACE }),
        limit: Math.max(1, readCount(query, "limit", { unless: SHOWN, most: MOST })),
      },
    );
    return { body: { ...page, calls: page.calls.map(callLineFacts) } };
  },
};

const call: ApiRoute<OneCall> = {
  method: "GET",
  path: "/sessions/{session}/calls/{call}",
  summary:
    "One call: footprint before and real, verdict and why, arguments, result, changed files.",
  gives: ONE_CALL,
  async handle(ground, { path }) {
    const { shown, manifest } = await callOf(ground, path);
    const { sessionId } = manifest;
    const { callId } = shown.call;
    const { state } = ground;
    const settings = await ground.settingsOf(manifest);
    const changed = await callChanges({ state, settings }, { sessionId, callId });
    return { body: oneCallFacts(shown, changed) };
  },
};

const output: ApiRoute = {
  method: "GET",
  path: "/sessions/{session}/calls/{call}/output",
  summary: "The whole of an output that was cut, as text.",
  gives: "lines",
  async handle(ground, { path }) {
    const { shown } = await callOf(ground, path);
    const text = await wholeOutput(shown, { maxBytes: MAX_OUTPUT });
    if (text === null)
      throw new ToolError("not_found", "The rest of this output went with its session.");
    return { lines: [text], fileName: "output.txt" };
  },
};

async function callOf(
  ground: ApiGround,
  { session, call: callId }: Readonly<Record<string, string>>,
): Promise<{ readonly shown: ShownCall; readonly manifest: SessionManifest }> {
  const manifest = await sessionOf(ground, session);
  const summary = await ground.sessions.one(manifest);
  const rows = await ground.rows(manifest.sessionId);
  const shown = await readOneCall(ground.state.store, { summary, rows }, callId ?? "");
  if (shown === null) throw new ToolError("not_found", "There is no call of this id.");
  return { shown, manifest };
}

export const CALL_ROUTES: readonly ApiRoute[] = [calls, call, output];
