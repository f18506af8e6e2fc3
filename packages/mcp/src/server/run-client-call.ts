/**
 * Runs a call for a client. Three ways, by who can be asked and how: not the client (then the fallback while the
 * request waits, or no one, and a refusal says how a person would allow it), the client while the request waits, or the
 * client by ending the request with the question and going on when it comes back.
 */
import {
  describeLanding,
  hasKnownChanges,
  type JsonObject,
  landingOf,
  markedSource,
  type ToolCall,
  type ToolCallText,
  type ToolResult,
} from "@toolplane/contract";
import type { Clock, Ids } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { type McpCallResult, type ProviderCall, toMcpResult } from "@toolplane/kernel/projection";
import type { CallParams } from "./catalog/call-params.ts";
import { withoutIgnored } from "./catalog/ignored-properties.ts";
import { paramHeaderFault } from "./catalog/param-headers.ts";
import type { ToolCatalog } from "./catalog/tool-catalog.ts";
import { type ChangesOf, changesBlock } from "./changes-block.ts";
import { allowHint, type RulesPlace } from "./question/allow-hint.ts";
import type { AskClient } from "./question/mcp-broker.ts";
import { type FormReply, readReply, toForm } from "./question/question-form.ts";
import type { HeldWorks } from "./work/held-works.ts";
import type { Put } from "./work/hold-work.ts";
import { type Peer, signRequests } from "./work/peer.ts";
import type { ProgressFeed } from "./work/progress-feed.ts";
import type { Exchange } from "./work/read-exchange.ts";
import { runWork, type WorkOutcome } from "./work/run-work.ts";

export interface OpenClient {
  readonly session: Session;
  readonly canAsk: boolean;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly catalog: ToolCatalog;
  readonly feed: ProgressFeed;
  readonly held: HeldWorks;
  /** Where the questions of a running call go. */
  readonly askers: Map<string, AskClient>;
  /** The client as each running call sees it. */
  readonly peers: Map<string, Peer>;
  /** Calls whose question the client did not show. */
  readonly unasked: Set<string>;
  readonly rulesPlace: () => RulesPlace | null;
  /** Reads what a call changed in files; null where nobody can. */
  readonly changesOf: ChangesOf | null;
  /** Calls that have not settled, those between two requests too. */
  readonly running: Set<Promise<ToolResult>>;
  readonly detach: () => void;
}

/** The outcome of a call: a result, its requests to the client, or why the protocol has to refuse it. */
export type CallOutcome = WorkOutcome<McpCallResult>;

/** The name of our one question in an answer. */
const QUESTION_KEY = "approval";

const EXPIRED =
  "Nobody answered the question in time, or the answer came for another call; nothing more was done. Call the tool again to be asked again.";

/** A call that ran: its result, and what it lacked of the client. */
interface RanCall {
  readonly call: ToolCall | ToolCallText;
  readonly result: ToolResult;
  readonly missing: JsonObject | null;
}

type Replies = Readonly<Record<string, JsonObject>>;

/** Runs a call, or goes on with one that waits for this answer. Never rejects. */
export async function runClientCall(
  client: OpenClient,
  given: CallParams,
  exchange: Exchange,
): Promise<CallOutcome> {
  const { catalog } = client;
  const params = withoutIgnored(given, {
    client: exchange.client(),
    known: (property) => catalog.takes(given.name, property),
  });
  const { headers } = exchange;
  const mismatch =
    headers === null
      ? null
      : paramHeaderFault(catalog.schemaOf(given.name), { given: given.arguments, headers });
  if (mismatch !== null) return { kind: "mismatch", what: mismatch };
  const call = catalog.toCall({ id: client.ids.next("call"), ...params } as ProviderCall);
  const who = `asked by the tool ${call.name}`;
  const watched = { stop: () => {} };
  const outcome = await runWork<RanCall>(client, {
    exchange,
    who,
    id: call.id,
    params: { method: "tools/call", ...params },
    watch: (callId) => {
      watched.stop = watch(client, callId, exchange);
    },
    run: (peer, signal) => runAsking(client, call, { peer, signal }),
  }).finally(() => watched.stop());
  if (outcome.kind === "gone") return failedOutcome(EXPIRED);
  if (outcome.kind !== "result") return outcome;
  const { missing, result } = outcome.result;
  // Where the revision has an error for it, the client learns which capability it would need.
  if (missing !== null && exchange.send === null && result.type === "error")
    return { kind: "missing", capabilities: missing };
  return finish(client, outcome.result.call, result);
}

function asksClient({ session, canAsk }: OpenClient): boolean {
  return canAsk && !session.manifest.headless;
}

/** Makes a call whose questions go to the client that waits for it. */
export async function runAsking(
  client: OpenClient,
  call: ToolCall | ToolCallText,
  { peer, signal }: { readonly peer: Peer; readonly signal: AbortSignal },
): Promise<RanCall> {
  client.peers.set(call.id, peer);
  if (peer.put !== null && asksClient(client))
    client.askers.set(call.id, askerOf(client, call.id, { ...peer, put: peer.put }));
  try {
    const result = await callSession(client, call, signal);
    return { call, result, missing: peer.missing };
  } finally {
    client.askers.delete(call.id);
    client.peers.delete(call.id);
  }
}

function askerOf(
  client: OpenClient,
  callId: string,
  { put, who, exchange }: Pick<Peer, "who" | "exchange"> & { readonly put: Put },
): AskClient {
  return async (question, stopped, passOn) => {
    // The request ends with the question, and its client may never come back: other questions do not wait for that.
    if (exchange.send === null) passOn();
    if (question.requests) {
      const { replies } = await put(signRequests(question.requests, who), stopped);
      return { choice: "answers", answers: [], replies: replies as Replies };
    }
    const form = { method: "elicitation/create", params: toForm(question) } as const;
    const { replies, waitedMs } = await put({ [QUESTION_KEY]: form as never }, stopped);
    const said = readReply(question, replies[QUESTION_KEY] as FormReply, waitedMs);
    if (said.choice === "none") client.unasked.add(callId);
    return said;
  };
}

async function callSession(
  { session, running }: OpenClient,
  call: ToolCall | ToolCallText,
  signal: AbortSignal,
): Promise<ToolResult> {
  const settled = session.call(call, { signal });
  running.add(settled);
  try {
    return await settled;
  } finally {
    running.delete(settled);
  }
}

function watch({ feed }: OpenClient, callId: string, exchange: Exchange): () => void {
  const { progressToken, notify } = exchange;
  if (progressToken === null) return () => {};
  return feed.watch(callId, (message, progress) => {
    const params = { progressToken, ...progress, message };
    // A client that is gone gets nothing; its call learns of it by the signal.
    notify({ method: "notifications/progress", params }).catch(() => {});
  });
}

async function finish(
  client: OpenClient,
  call: ToolCall | ToolCallText,
  result: ToolResult,
): Promise<CallOutcome> {
  const isUnasked = client.unasked.delete(call.id);
  const source = markedSource(result.metadata);
  const nonce = source === undefined ? null : client.ids.nonce();
  const shown = await withChanges(
    toMcpResult(result, { nonce, announced: client.catalog.announces(call.name) }),
    {
      result,
      call: { sessionId: client.session.id, callId: call.id },
      changesOf: client.changesOf,
      fence: source === undefined || nonce === null ? null : { source, nonce },
    },
  );
  if (
    result.type === "output" ||
    result.code !== "permission_denied" ||
    !(isUnasked || client.session.manifest.headless)
  )
    return { kind: "result", result: shown };
  const hint = allowHint(await client.session.explain(call), {
    canAsk: client.canAsk,
    isUnasked,
    place: client.rulesPlace(),
  });
  if (hint === null) return { kind: "result", result: shown };
  return {
    kind: "result",
    result: { ...shown, content: [...shown.content, { type: "text", text: hint }] },
  };
}

interface ChangingCall extends Pick<OpenClient, "changesOf"> {
  readonly result: ToolResult;
  readonly call: { readonly sessionId: string; readonly callId: string };
  readonly fence: Parameters<typeof changesBlock>[1];
}

/** Adds that everything landed, which only this place says: a tool's own words are about what did not. Then what it changed. */
async function withChanges(
  shown: McpCallResult,
  { result, call, changesOf, fence }: ChangingCall,
): Promise<McpCallResult> {
  if (!hasKnownChanges(result)) return shown;
  const landing = landingOf(result);
  const isWhole = landing !== null && (landing.refused ?? []).length === 0;
  const changed = changesOf === null ? null : await changesOf(call);
  return {
    ...shown,
    content: [
      ...shown.content,
      ...(isWhole
        ? [{ type: "text" as const, text: `[${describeLanding(landing, call.callId)}]` }]
        : []),
      ...(changed === null ? [] : changesBlock(changed, fence)),
    ],
  };
}

/** An outcome for what never became a call. */
export function failedOutcome(text: string): CallOutcome & { readonly kind: "result" } {
  return { kind: "result", result: { content: [{ type: "text", text }], isError: true } };
}
