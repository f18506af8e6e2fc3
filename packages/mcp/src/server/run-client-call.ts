/**
 * Runs a call for a client. Three ways, by who can be asked and how: not the client (then somebody else while the request
 * waits, or nobody, and a refusal says how a person would allow it), the client while the request waits, or the client by
 * ending the request with the question and going on when it comes back.
 */
import {
  type Clock,
  describeLanding,
  type Ids,
  landingOf,
  type ToolCall,
  type ToolCallText,
  type ToolResult,
} from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import { type McpCallResult, type ProviderCall, toMcpResult } from "@toolplane/kernel/projection";
import { allowHint, type RulesPlace } from "./allow-hint.ts";
import type { Exchange } from "./exchange.ts";
import type { QuestionForm } from "./form.ts";
import type { CallParams, HeldCalls } from "./held-calls.ts";
import { type HeldCall, holdCall } from "./hold-call.ts";
import { withoutIgnored } from "./ignored-properties.ts";
import type { AskClient } from "./mcp-broker.ts";
import type { ProgressFeed } from "./progress-feed.ts";
import { readReply, toForm } from "./question-form.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

export interface OpenClient {
  readonly session: Session;
  readonly canAsk: boolean;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly catalog: ToolCatalog;
  readonly feed: ProgressFeed;
  readonly held: HeldCalls;
  /** Where the questions of a running call go. */
  readonly askers: Map<string, AskClient>;
  /** Calls whose question the client showed to nobody. */
  readonly unasked: Set<string>;
  readonly rulesPlace: () => RulesPlace | null;
  /** Calls that have not settled, those between two requests too. */
  readonly running: Set<Promise<ToolResult>>;
  readonly detach: () => void;
}

/** What a call comes to: a result, or a question to be answered by calling again with `state`. */
export type CallOutcome =
  | { readonly kind: "result"; readonly result: McpCallResult }
  | { readonly kind: "question"; readonly form: QuestionForm; readonly state: string };

/** The name of our one question in an answer. */
export const QUESTION_KEY = "approval";

const EXPIRED =
  "Nobody answered the question in time, or the answer came for another call; nothing more was done. Call the tool again to be asked again.";

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
  if (exchange.state !== null) return goOn(client, params, exchange);
  const call = catalog.toCall({ id: client.ids.next("call"), ...params } as ProviderCall);
  if (!asksClient(client) || exchange.elicit !== null) return runInOne(client, call, exchange);
  const held = holdCall(call, (signal, ask) => runAsking(client, call, { signal, ask }));
  return runOn(client, held, { params, exchange });
}

async function runInOne(
  client: OpenClient,
  call: ToolCall | ToolCallText,
  exchange: Exchange,
): Promise<CallOutcome> {
  const { elicit, signal } = exchange;
  const stop = watch(client, call.id, exchange);
  try {
    if (elicit === null || !asksClient(client))
      return await finish(client, call, await callSession(client, call, signal));
    const { clock } = client;
    const ask: AskClient = async (question, stopped) => {
      const askedMs = clock.nowMs();
      const reply = await elicit(toForm(question), stopped);
      return readReply(question, reply, clock.nowMs() - askedMs);
    };
    return await finish(client, call, await runAsking(client, call, { signal, ask }));
  } finally {
    stop?.();
  }
}

function asksClient({ session, canAsk }: OpenClient): boolean {
  return canAsk && !session.manifest.headless;
}

async function runAsking(
  client: OpenClient,
  call: ToolCall | ToolCallText,
  { signal, ask }: { readonly signal: AbortSignal; readonly ask: AskClient },
): Promise<ToolResult> {
  client.askers.set(call.id, async (question, stopped) => {
    const said = await ask(question, stopped);
    if (said.choice === "none") client.unasked.add(call.id);
    return said;
  });
  try {
    return await callSession(client, call, signal);
  } finally {
    client.askers.delete(call.id);
  }
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

/** The client came back with an answer, or with none: then it is asked the same again. */
async function goOn(
  client: OpenClient,
  params: CallParams,
  exchange: Exchange,
): Promise<CallOutcome> {
  const taken = client.held.take(exchange.state ?? "", params);
  const question = taken?.held.asked();
  if (!taken || !question) return failure(EXPIRED);
  const { held, waitedMs } = taken;
  const reply = exchange.replies[QUESTION_KEY];
  if (typeof reply === "object" && reply !== null)
    held.answer(readReply(question, reply, waitedMs));
  return runOn(client, held, { params, exchange });
}

async function runOn(
  client: OpenClient,
  held: HeldCall,
  { params, exchange }: { readonly params: CallParams; readonly exchange: Exchange },
): Promise<CallOutcome> {
  const stop = watch(client, held.call.id, exchange);
  try {
    const step = await held.next(exchange.signal);
    if (step.kind === "result") return await finish(client, held.call, step.result);
    return {
      kind: "question",
      form: toForm(step.question),
      state: client.held.keep(held, params),
    };
  } finally {
    stop?.();
  }
}

function watch({ feed }: OpenClient, callId: string, exchange: Exchange): (() => void) | null {
  const { progressToken, notify } = exchange;
  if (progressToken === null) return null;
  return feed.watch(callId, (message, progress) => {
    const params = { progressToken, progress, message };
    // A client that is gone hears nothing; its call learns of it by the signal.
    notify({ method: "notifications/progress", params }).catch(() => {});
  });
}

async function finish(
  client: OpenClient,
  call: ToolCall | ToolCallText,
  result: ToolResult,
): Promise<CallOutcome> {
  const isUnasked = client.unasked.delete(call.id);
  const nonce = result.metadata.untrusted ? client.ids.nonce() : null;
  const shown = withLanding(
    toMcpResult(result, { nonce, announced: client.catalog.announces(call.name) }),
    { result, callId: call.id },
  );
  if (
    result.type === "output" ||
    result.code !== "permission_denied" ||
    !(isUnasked || client.session.manifest.headless)
  )
    return { kind: "result", result: shown };
  const hint = allowHint(await client.session.explain(call), {
    ...{ canAsk: client.canAsk, isUnasked },
    place: client.rulesPlace(),
  });
  if (hint === null) return { kind: "result", result: shown };
  return {
    kind: "result",
    result: { ...shown, content: [...shown.content, { type: "text", text: hint }] },
  };
}

/** That everything landed is said here only: a tool's own words tell of what did not. */
function withLanding(
  shown: McpCallResult,
  { result, callId }: { readonly result: ToolResult; readonly callId: string },
): McpCallResult {
  const landing = landingOf(result);
  if (landing?.state !== "landed" || (landing.refused ?? []).length > 0) return shown;
  const text = `[${describeLanding(landing, callId)}]`;
  return { ...shown, content: [...shown.content, { type: "text", text }] };
}

/** An outcome for what never became a call. */
export function failure(text: string): CallOutcome {
  return { kind: "result", result: { content: [{ type: "text", text }], isError: true } };
}
