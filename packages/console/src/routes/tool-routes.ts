/** The tools: what there is, one in full, and a call by hand. */

import { type JsonObject, ToolError } from "@toolplane/contract";
import type { CalledTool, ToolFacts, ToolList } from "@toolplane/contract/console";
import { createWaitingRoom, ownWaiter } from "@toolplane/library/rooms/approvals";
import { openProduct, rowFacts, toolFacts } from "@toolplane/library/rooms/product";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  nullable,
  OBJECT,
  oneOf,
  TEXT,
} from "../api/api-schema.ts";
import { resultText } from "../api/call-facts.ts";
import type { ApiRoute } from "../api/route.ts";

const MAX_QUERY = 200;
/** Calls by hand that may run or wait at once, in all consoles of this process. */
const MAX_CALLS = 8;

const tools: ApiRoute<ToolList> = {
  method: "GET",
  path: "/tools",
  summary: "The tools, or those that a model's own search would find, best first.",
  query: { q: TEXT, all: { ...FLAG, description: "Also what is shadowed, off or refused." } },
  gives: describes<ToolList>({ tools: list(OBJECT), total: COUNT, problems: list(OBJECT) }),
  async handle(ground, { query }) {
    const { rows, problems, search } = await ground.tools();
    const words = (query.get("q") ?? "").trim().slice(0, MAX_QUERY);
    const found = words === "" ? rows : search(words);
    const isAll = words !== "" || query.get("all") === "true";
    const shown = found.filter(({ row }) => isAll || row.bound || row.status === "refused");
    return { body: { tools: shown.map(rowFacts), total: rows.length, problems } };
  },
};

const tool: ApiRoute<ToolFacts> = {
  method: "GET",
  path: "/tools/{tool}",
  summary: "One tool: what it does, its parameters, limits and posture.",
  gives: OBJECT,
  async handle(ground, { path }) {
    const { rows, find } = await ground.tools();
    const found = find(path.tool ?? "");
    if (found === null) throw new ToolError("not_found", "There is no tool of this name.");
    return {
      body: toolFacts(
        found,
        rows.filter(({ row }) => row.name === found.id),
      ),
    };
  },
};

/** Makes the route: what runs is counted for the whole server. */
function callRoute(): ApiRoute<CalledTool> {
  let running = 0;
  return {
    method: "POST",
    path: "/tools/{tool}/call",
    summary: "Makes one call, as `toolplane call` does. What it asks waits among the approvals.",
    takes: fields({ arguments: OBJECT }, { said: { ...TEXT, maxLength: 10_000 } }),
    gives: describes<CalledTool>({
      sessionId: TEXT,
      callId: TEXT,
      result: describes<CalledTool["result"]>({
        type: oneOf("output", "error"),
        code: nullable(TEXT),
        text: TEXT,
        characters: COUNT,
        isCut: FLAG,
      }),
    }),
    async handle(ground, { path, body, signal }) {
      const { find } = await ground.tools();
      const name = path.tool ?? "";
      if (find(name) === null) throw new ToolError("not_found", "There is no tool of this name.");
      if (running >= MAX_CALLS)
        throw new ToolError("unavailable", `${MAX_CALLS} calls are running already.`);
      running += 1;
      try {
        return { body: await makeCall(ground, { name, body, signal }) };
      } finally {
        running -= 1;
        ground.changed();
      }
    },
  };
}

async function makeCall(
  { state, settings }: Parameters<ApiRoute["handle"]>[0],
  {
    name,
    body,
    signal,
  }: {
    readonly name: string;
    readonly body: Parameters<ApiRoute["handle"]>[1]["body"];
    readonly signal: AbortSignal;
  },
): Promise<CalledTool> {
  const { createSystemClock } = await import("@toolplane/host");
  const broker = createWaitingRoom({
    ...state,
    clock: createSystemClock(),
    waiter: ownWaiter(state.store),
  });
  const product = await openProduct({
    settings: await settings(),
    readAgain: settings,
    state,
    broker,
    sources: "kept",
    isNamed: true,
    onWarning: () => {},
  });
  try {
    const session = product.session({ client: "console" });
    // A person filled the form: where it goes to, they named themselves.
    session.said(typeof body.said === "string" ? body.said : JSON.stringify(body.arguments));
    const callId = product.host.ids.next("call");
    const given = body.arguments as JsonObject;
    const result = await session.call({ id: callId, name, arguments: given }, { signal });
    const code = result.type === "error" ? result.code : null;
    return {
      sessionId: session.id,
      callId,
      result: { type: result.type, code, ...resultText(result) },
    };
  } finally {
    await product.close();
  }
}

export function toolRoutes(): readonly ApiRoute[] {
  return [tools, tool, callRoute()];
}
