/**
 * One client and the one kernel session that its calls are made in. The session is opened at the first use, when it is known
 * whether the client can be asked. Where it cannot, its questions go to the broker's fallback; where there is none either, the
 * session is headless, and what would be a question is a refusal that says so. Nothing here throws for what a client sends: every outcome of a call is a result.
 */
import { ProtocolError, ProtocolErrorCode, type Result } from "@modelcontextprotocol/server";
import { isToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import type { McpTool } from "@toolplane/kernel/projection";
import type { CallParams } from "./catalog/call-params.ts";
import type { McpSource } from "./catalog/mcp-source.ts";
import { type OfferWork, runOffer } from "./catalog/serve-offers.ts";
import { createToolCatalog } from "./catalog/tool-catalog.ts";
import type { RulesPlace } from "./question/allow-hint.ts";
import type { AskClient, McpBroker } from "./question/mcp-broker.ts";
import {
  type CallOutcome,
  failedOutcome,
  type OpenClient,
  runAsking,
  runClientCall,
} from "./run-client-call.ts";
import { createHeldWorks } from "./work/held-works.ts";
import { askPeer, createClientService, type Peer } from "./work/peer.ts";
import { createProgressFeed } from "./work/progress-feed.ts";
import type { Exchange } from "./work/read-exchange.ts";
import { runWork, type WorkOutcome } from "./work/run-work.ts";

export interface ClientSession {
  list(exchange: Exchange): Promise<{ readonly tools: McpTool[] }>;
  call(params: CallParams, exchange: Exchange): Promise<CallOutcome>;
  /** Serves something beside tools. Rejects with an error of the protocol. */
  serve(method: string, work: OfferWork, exchange: Exchange): Promise<WorkOutcome<Result>>;
  /** Says that the registry changed: what the client knows may be old. */
  touch(): void;
  /** How many requests of the client are being worked on. */
  pending(): number;
  /** Ends the session and whatever runs or waits in it. Safe to call twice. */
  close(): Promise<void>;
}

export interface ClientSessionOptions {
  readonly source: McpSource;
  readonly broker: McpBroker | null;
  readonly session: SessionOptions;
  readonly askTimeoutMs: number;
  /** Tools that the clients' list leaves out. */
  readonly omit: readonly string[];
  readonly rulesPlace: () => RulesPlace | null;
  readonly changesOf: OpenClient["changesOf"];
  /** Runs before each list and each call. */
  readonly refresh: () => void | Promise<void>;
  /** Runs once, before the first call. */
  readonly prepare: (session: Session) => Promise<void>;
  /** Runs when no call is left, before the session is closed. */
  readonly leave: (session: Session) => Promise<void>;
  /** The client should ask for the list again. */
  readonly onListChange: () => void;
}

/** Prepares a client; nothing is opened yet. */
export function createClientSession(options: ClientSessionOptions): ClientSession {
  let open: OpenClient | null = null;
  let isClosed = false;
  let isTold = false;
  let pending = 0;
  let preparing: Promise<void> | null = null;
  const opened = (exchange: Exchange): OpenClient => {
    open ??= openClient(options, exchange);
    return open;
  };
  const ready = async (exchange: Exchange): Promise<OpenClient> => {
    const client = opened(exchange);
    preparing ??= options.prepare(client.session);
    await preparing;
    return client;
  };
  const tell = (): void => {
    if (open === null) return;
    isTold = true;
    options.onListChange();
  };
  return {
    async list(exchange) {
      await options.refresh();
      if (isClosed) return { tools: [] };
      isTold = false;
      return opened(exchange).catalog.list();
    },
    async call(params, exchange) {
      if (isClosed) return failedOutcome("The session is closed.");
      pending += 1;
      try {
        await options.refresh();
        if (isClosed) return failedOutcome("The session is closed.");
        const client = await ready(exchange);
        if (isClosed) return failedOutcome("The session is closed.");
        const outcome = await runClientCall(client, params, exchange);
        // Only while the registry is unchanged: looking would make a changed tool count as one that the client has
        // seen.
        if (!isTold && client.catalog.isOutdated()) tell();
        return outcome;
      } catch (error) {
        if (!isToolError(error)) throw error;
        return failedOutcome(error.message);
      } finally {
        pending -= 1;
      }
    },
    async serve(method, work, exchange) {
      if (isClosed) throw new ProtocolError(ProtocolErrorCode.InternalError, "Closed");
      pending += 1;
      try {
        await options.refresh();
        return await serveOffer(await ready(exchange), { method, work, exchange });
      } finally {
        pending -= 1;
      }
    },
    touch: tell,
    pending: () => pending,
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (open) await endClient(open, { clock: options.source.host.clock, leave: options.leave });
    },
  };
}

function serveOffer(
  client: OpenClient,
  {
    method,
    work,
    exchange,
  }: { readonly method: string; readonly work: OfferWork; readonly exchange: Exchange },
): Promise<WorkOutcome<Result>> {
  const run = (peer: Peer, signal: AbortSignal): Promise<Result> =>
    runOffer(work, {
      session: client.session,
      signal,
      async call(asked) {
        const call = { ...asked, id: client.ids.next("call") };
        return (await runAsking(client, call, { peer, signal })).result;
      },
      answers: (asked) => peer.exchange.answers(asked),
      request: (requests) => askPeer(peer, requests, signal),
    });
  const { name, arguments: given } = work;
  return runWork(client, {
    exchange,
    run,
    id: "",
    who: `asked by ${method} ${name}`.trim(),
    params: { method, name, arguments: given },
  });
}

/** How long the end of a session waits for its calls; the road itself leaves a tool behind that does not stop. */
const END_MS = 5_000;

/** Calls are stopped and settle before their session ends: else the record would say how they ended after it was closed. */
async function endClient(
  { session, held, running, detach }: OpenClient,
  { clock, leave }: { readonly clock: Clock } & Pick<ClientSessionOptions, "leave">,
): Promise<void> {
  // What a call that is cut off leaves half done is not the end of anything.
  if (running.size === 0) await leave(session);
  session.cancel();
  held.close();
  if (running.size > 0) {
    const late = Promise.withResolvers<void>();
    const disarm = clock.setTimer(END_MS, late.resolve);
    await Promise.race([Promise.allSettled(running), late.promise]);
    disarm();
  }
  detach();
  await session.close();
}

/** Tools that do nothing but ask the person: not for a client that shows no forms. */
const ONLY_ASKS: ReadonlySet<string> = new Set(["question", "plan_exit", "ask-user"]);

function openClient(options: ClientSessionOptions, { canAsk, client }: Exchange): OpenClient {
  const { source, broker, askTimeoutMs } = options;
  const headless =
    options.session.headless === true || broker === null || !(canAsk || broker.hasFallback);
  const name = client();
  const peers = new Map<string, Peer>();
  const session = source.session({
    ...options.session,
    ...(name === null ? {} : { client: name }),
    headless,
    clientService: createClientService(peers),
  });
  const askers = new Map<string, AskClient>();
  const ask: AskClient = (question, signal, passOn) => {
    const asker = askers.get(question.callId);
    return asker ? asker(question, signal, passOn) : Promise.resolve({ choice: "reject" });
  };
  return {
    session,
    canAsk,
    ids: source.host.ids,
    clock: source.host.clock,
    catalog: createToolCatalog(
      source.kernel,
      session,
      (id) => options.omit.includes(id) || (!canAsk && ONLY_ASKS.has(id)),
    ),
    feed: createProgressFeed(session, source.host.clock),
    held: createHeldWorks(source.host, { waitMs: askTimeoutMs }),
    askers,
    peers,
    unasked: new Set(),
    rulesPlace: options.rulesPlace,
    changesOf: options.changesOf,
    running: new Set(),
    detach: headless || broker === null || !canAsk ? () => {} : broker.attach(session.id, ask),
  };
}
