/**
 * Opens requests that stream, each judged by the rules in force when it is sent. A request whose host a rule closes
 * meanwhile is cut off.
 */
import { type RequirementSet, ToolError } from "@toolplane/contract";
import type { Access, Gate, Streams } from "@toolplane/contract/ports";
import { channelReach, commonPolicies, unaskedGate } from "./channel-bounds.ts";
import { patternVariables } from "./options/pattern-variables.ts";
import type { Shared } from "./options/shared.ts";

/** The sender of requests. */
export interface RequestsRequest {
  /** By which people know it, and rules that name a tool. */
  readonly name: string;
  /** Hosts that it may reach, inside what any process of this kernel may. */
  readonly requires: RequirementSet;
  readonly signal?: AbortSignal;
}

export interface OpenRequests {
  /** Throws a ToolError where the host has no network. */
  open(request: RequestsRequest): Streams;
  /** The rules of the kernel are others now. */
  renew(): void;
}

/** Every request ends with `over`. */
export function createOpenRequests(shared: Shared, over: AbortSignal): OpenRequests {
  const running = new Set<() => void>();
  const { host } = shared.options;
  return {
    renew() {
      for (const check of running) check();
    },
    open({ name, requires, signal }) {
      const open = host.streams;
      if (open === undefined)
        throw new ToolError("unavailable", "This host sends no requests of its own.");
      const gate = (): Gate => {
        const variables = patternVariables(shared.options);
        const reach = channelReach(shared, { requires }, variables);
        return unaskedGate(() => commonPolicies(shared, variables), { name, reach });
      };
      const ends = signal === undefined ? [over] : [signal, over];
      const sessionId = host.ids.next("ses");
      return {
        async request(url, request = {}) {
          if (over.aborted) throw new ToolError("cancelled", "The kernel is closed.");
          const cut = new AbortController();
          const { noting, check } = watched(gate, cut);
          running.add(check);
          const leave = () => running.delete(check);
          const { redactor } = shared;
          const callId = host.ids.next("request");
          const all = AbortSignal.any([...ends, cut.signal]);
          try {
            const streams = open({ gate: noting, redactor, signal: all, sessionId, callId });
            const answer = await streams.request(url, request);
            return { ...answer, body: untilLeft(answer.body, leave) };
          } catch (error) {
            leave();
            throw error;
          }
        },
      };
    },
  };
}

/** Keeps what was judged, so that it can be judged again. */
function watched(
  gate: () => Gate,
  cut: AbortController,
): { readonly noting: Gate; readonly check: () => void } {
  const judged: Access[] = [];
  const noting: Gate = {
    check(access) {
      judged.push(access);
      return gate().check(access);
    },
    ask: async (access) => noting.check(access),
  };
  const check = () => {
    const now = gate();
    if (judged.some((access) => !now.check(access).allowed)) cut.abort();
  };
  return { noting, check };
}

async function* untilLeft(
  body: AsyncIterable<Uint8Array>,
  leave: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } finally {
    leave();
  }
}
