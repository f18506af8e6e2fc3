/**
 * One request of a client, as the two protocol revisions have it in common. In 2025-11-25 a server may send the client a
 * request while a call runs; in 2026-07-28 it may not, and asks by ending the request with `input_required`, after which the
 * client sends it again with the answer. Everything behind this file knows only that `send` is there or not.
 */
import type { ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { ClientMethod, Json, LogLevel } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { clientName } from "./client-name.ts";
import type { Requests } from "./hold-work.ts";

/** The facts of a request beside its params. */
export interface Exchange {
  readonly signal: AbortSignal;
  /** The client said that it can show a form to a person. */
  readonly canAsk: boolean;
  /** The client's own name, with its version; null when it gives none. Read once a session. */
  readonly client: () => string | null;
  readonly progressToken: string | number | null;
  /** True when the client said that it answers this. */
  readonly answers: (method: ClientMethod) => boolean;
  /** Puts requests to the client while its own waits; null where the revision has no such way. */
  readonly send:
    | ((requests: Requests, signal: AbortSignal) => Promise<Readonly<Record<string, unknown>>>)
    | null;
  /** The state that the client got with the question that it now answers. */
  readonly state: string | null;
  readonly replies: Readonly<Record<string, unknown>>;
  readonly notify: ServerContext["mcpReq"]["notify"];
  /** The headers of a request that is complete by itself; null for any other. */
  readonly headers: Headers | null;
  /** Writes to the client's log, where it wants this level. Never throws. */
  readonly log: (level: LogLevel, data: Json, source?: string) => void;
}

/** The facts of the handshake, for revisions that have one, and how long a question may wait. */
export interface ExchangeOptions {
  readonly declared: unknown;
  readonly info: unknown;
  readonly askTimeoutMs: number;
}

export function readExchange(
  { mcpReq, http }: ServerContext,
  { declared, info, askTimeoutMs }: ExchangeOptions,
): Exchange {
  const { signal, send, notify, log } = mcpReq;
  const envelope: Readonly<Record<string, unknown>> | undefined = mcpReq.envelope;
  const state: unknown = mcpReq.requestState();
  const token: unknown = mcpReq._meta?.progressToken;
  const capabilities = envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : declared;
  const canAsk = canShowForms(capabilities);
  return {
    signal,
    canAsk,
    answers: (method) =>
      method === "elicitation/create" ? canAsk : isRecord(memberOf(capabilities, NEEDED[method])),
    client: () => clientName(envelope ? envelope[CLIENT_INFO_META_KEY] : info),
    progressToken: typeof token === "string" || typeof token === "number" ? token : null,
    send: envelope
      ? null
      : async (requests, stop) => {
          const asked = Object.entries(requests).map(async ([name, { method, params = {} }]) => [
            name,
            await send({ method, params: { ...params } } as never, {
              signal: stop,
              timeout: askTimeoutMs,
            }),
          ]);
          return Object.fromEntries(await Promise.all(asked));
        },
    state: typeof state === "string" ? state : null,
    replies: mcpReq.inputResponses ?? {},
    notify,
    headers: (envelope && http?.req?.headers) ?? null,
    // A client that is gone reads no log.
    log: (level, data, source) => void log(level, data, source).catch(() => {}),
  };
}

const NEEDED: Readonly<Record<Exclude<ClientMethod, "elicitation/create">, string>> = {
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** A bare `elicitation: {}` is how earlier revisions said that forms can be shown. */
function canShowForms(capabilities: unknown): boolean {
  if (!isRecord(capabilities) || !isRecord(capabilities.elicitation)) return false;
  const { form, url } = capabilities.elicitation;
  return isRecord(form) || url === undefined;
}
