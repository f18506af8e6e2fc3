/**
 * Runs work for a request of a client: while the request waits where the revision lets a server ask in between, else so that
 * the request can end with what is asked and the work goes on when the client comes back.
 */
import type { JsonObject } from "@toolplane/contract";
import type { HeldWorks, WorkParams } from "./held-works.ts";
import { type HeldWork, holdWork, type Put, type Requests } from "./hold-work.ts";
import type { Peer } from "./peer.ts";
import type { Exchange } from "./read-exchange.ts";

export type WorkOutcome<T> =
  | { readonly kind: "result"; readonly result: T }
  /** To be answered by sending the request again with `state`. */
  | { readonly kind: "asks"; readonly requests: Requests; readonly state: string }
  /** The answer comes too late, or for another request. */
  | { readonly kind: "gone" }
  /** The state is none that was ever given out. */
  | { readonly kind: "unknown" }
  | { readonly kind: "missing"; readonly capabilities: JsonObject }
  /** The headers and the body of the request disagree. */
  | { readonly kind: "mismatch"; readonly what: string };

/** The client whose work it is. */
export interface WorkHome {
  readonly held: HeldWorks;
  readonly clock: { nowMs(): number };
}

export interface Work<T> {
  /** The params that the answer must come with. */
  readonly params: WorkParams;
  readonly exchange: Exchange;
  readonly who: string;
  /** The id under which it began; one that goes on keeps its own. */
  readonly id: string;
  /** Called with the id under which it really runs. */
  readonly watch?: (id: string) => void;
  run(peer: Peer, signal: AbortSignal): Promise<T>;
}

/** Work that is held knows what the next request has to take up. */
interface Held<T> extends HeldWork<T> {
  readonly id: string;
  readonly peer: Peer;
}

const METHODS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

/** Runs work, or goes on with work that waits for this answer. Rejects as `run` does. */
export async function runWork<T>(home: WorkHome, work: Work<T>): Promise<WorkOutcome<T>> {
  const { exchange, who, id } = work;
  if (exchange.state !== null) return goOn(home, work);
  const { send } = exchange;
  const isAskable = METHODS.some(exchange.answers);
  work.watch?.(id);
  if (send !== null || !isAskable) {
    const put = send === null ? null : sending(home, send);
    const peer: Peer = { who, put, exchange, missing: null };
    return { kind: "result", result: await work.run(peer, exchange.signal) };
  }
  const peer: Peer = { who, exchange, put: null, missing: null };
  const held = holdWork<T>((signal, put) => {
    peer.put = put;
    return work.run(peer, signal);
  });
  return runOn(home, { ...held, id, peer }, work);
}

function sending({ clock }: WorkHome, send: NonNullable<Exchange["send"]>): Put {
  return async (requests, signal) => {
    const askedMs = clock.nowMs();
    const replies = await send(requests, signal);
    return { replies, waitedMs: clock.nowMs() - askedMs };
  };
}

/** The client came back with answers; what it did not answer it is asked again. */
async function goOn<T>(home: WorkHome, work: Work<T>): Promise<WorkOutcome<T>> {
  const { exchange, params } = work;
  const taken = home.held.take(exchange.state ?? "", params);
  if (taken === "unknown") return { kind: "unknown" };
  if (taken === "gone" || !taken.held.isAsking()) return { kind: "gone" };
  const held = taken.held as Held<T>;
  held.peer.exchange = exchange;
  work.watch?.(held.id);
  held.reply({ replies: exchange.replies, waitedMs: taken.waitedMs });
  return runOn(home, held, work);
}

async function runOn<T>(home: WorkHome, held: Held<T>, work: Work<T>): Promise<WorkOutcome<T>> {
  const step = await held.next(work.exchange.signal);
  if (step.kind === "done") return { kind: "result", result: step.value };
  const state = home.held.keep(held, work.params);
  return { kind: "asks", requests: step.requests, state };
}
