/**
 * Sends a request that a server may answer by asking for more, again with each answer of the front, until there is a
 * result. The server's own state is echoed as it came and never looked into.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Client,
  type InputRequiredResult,
  isInputRequiredResult,
  LOG_LEVEL_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/client";
import { type ClientMethod, type JsonObject, ToolError } from "@toolplane/contract";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import type { AskedRequest, Front } from "./create-front.ts";

export interface Rounds {
  readonly client: Client;
  readonly front: Front;
  readonly limits: Pick<UpstreamLimits, "maxQuestions">;
}

/** `send` gets what every request of these has beside its own params. */
export async function runRounds(
  { client, front, limits }: Rounds,
  send: (more: JsonObject) => Promise<unknown>,
): Promise<unknown> {
  const meta = metaOf(client, front);
  let more: JsonObject = {};
  let hasOpened = false;
  for (let round = 0; round <= limits.maxQuestions; round += 1) {
    try {
      const result = await send({ ...meta, ...more });
      if (!isInputRequiredResult(result)) return result;
      more = await answerRequests(result, front, limits.maxQuestions);
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError) || hasOpened)
        throw await lackingError(error, front);
      hasOpened = true;
      await openAddresses(error, front, limits.maxQuestions);
    }
  }
  throw new ToolError("failed", `The server asked for more than ${limits.maxQuestions} times.`);
}

/** Lists with each request to a stateless server what can be asked for it. */
function metaOf(client: Client, { capabilities, wantsLog }: Front): JsonObject {
  if (client.getProtocolEra() !== "modern") return {};
  return {
    _meta: {
      [CLIENT_CAPABILITIES_META_KEY]: capabilities,
      ...(wantsLog ? { [LOG_LEVEL_META_KEY]: "debug" } : {}),
    },
  };
}

async function answerRequests(
  { inputRequests = {}, requestState }: InputRequiredResult,
  front: Front,
  most: number,
): Promise<JsonObject> {
  const asked = Object.keys(inputRequests).length;
  if (asked > most) throw new ToolError("failed", `The server asks for ${asked} things at once.`);
  const requests = inputRequests as Readonly<Record<string, AskedRequest>>;
  return {
    ...(asked === 0 ? {} : { inputResponses: await front.answer(requests) }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

async function openAddresses(
  { elicitations }: UrlElicitationRequiredError,
  front: Front,
  most: number,
): Promise<void> {
  for (const { url, message } of elicitations.slice(0, most)) {
    const params = { mode: "url", url, message };
    const { asked } = await front.answer({ asked: { method: "elicitation/create", params } });
    if (asked?.action !== "accept")
      throw new ToolError("approval_rejected", "The server needs an address to be opened.");
  }
}

const METHODS: Readonly<Record<string, ClientMethod>> = {
  elicitation: "elicitation/create",
  sampling: "sampling/createMessage",
  roots: "roots/list",
};

/** Where a server needs what the program in front cannot do, the program gets the error in its own words. */
async function lackingError(error: unknown, front: Front): Promise<unknown> {
  const needed = neededBy(error);
  if (needed.length === 0) return error;
  try {
    return await front.lacks(needed);
  } catch (lacking) {
    return lacking;
  }
}

function neededBy(error: unknown): readonly ClientMethod[] {
  if (!(error instanceof ProtocolError) || !(error instanceof MissingRequiredClientCapabilityError))
    return [];
  return Object.keys(error.requiredCapabilities ?? {}).flatMap((name) => METHODS[name] ?? []);
}
