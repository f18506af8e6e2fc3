/**
 * One request of a client, as the two protocol revisions have it in common. In 2025-11-25 a server may send the client a
 * request while a call runs; in 2026-07-28 it may not, and asks by ending the request with `input_required`, after which the
 * client sends it again with the answer. Everything behind this file knows only that `elicit` is there or not.
 */
import type { ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { clientName } from "./client-name.ts";
import type { QuestionForm } from "./form.ts";
import type { FormReply } from "./question-form.ts";

/** What a request brings beside its params. */
export interface Exchange {
  readonly signal: AbortSignal;
  /** The client said that it can show a form to a person. */
  readonly canAsk: boolean;
  /** What the client calls itself, with its version; null when it does not say. Asked once a session. */
  readonly client: () => string | null;
  readonly progressToken: string | number | null;
  /** Puts a form to the client while the request waits; null where the revision has no such way. */
  readonly elicit: ((form: QuestionForm, signal: AbortSignal) => Promise<FormReply>) | null;
  /** What the client was given with the question that it now answers. */
  readonly state: string | null;
  readonly replies: Readonly<Record<string, unknown>>;
  readonly notify: ServerContext["mcpReq"]["notify"];
}

/** What the handshake said, for revisions that have one, and how long a question may wait. */
export interface ExchangeOptions {
  readonly declared: unknown;
  readonly info: unknown;
  readonly askTimeoutMs: number;
}

/** Reads the context of a request. */
export function readExchange(
  { mcpReq }: ServerContext,
  { declared, info, askTimeoutMs }: ExchangeOptions,
): Exchange {
  const { signal, send, notify } = mcpReq;
  const envelope: Readonly<Record<string, unknown>> | undefined = mcpReq.envelope;
  const state: unknown = mcpReq.requestState();
  const token: unknown = mcpReq._meta?.progressToken;
  return {
    signal,
    canAsk: canShowForms(envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : declared),
    client: () => clientName(envelope ? envelope[CLIENT_INFO_META_KEY] : info),
    progressToken: typeof token === "string" || typeof token === "number" ? token : null,
    elicit: envelope
      ? null
      : (form, stop) =>
          send(
            { method: "elicitation/create", params: { ...form } },
            { signal: stop, timeout: askTimeoutMs },
          ),
    state: typeof state === "string" ? state : null,
    replies: mcpReq.inputResponses ?? {},
    notify,
  };
}

/** A bare `elicitation: {}` is how earlier revisions said that forms can be shown. */
export function canShowForms(capabilities: unknown): boolean {
  if (!isRecord(capabilities) || !isRecord(capabilities.elicitation)) return false;
  const { form, url } = capabilities.elicitation;
  return isRecord(form) || url === undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
