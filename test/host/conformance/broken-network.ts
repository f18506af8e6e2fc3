/** Hosts whose network door is wrong: a naive client with one bad habit at a time, or good codes turned into others. */
import {
  isToolError,
  type NetDoor,
  type NetRequest,
  type NetResponse,
  ToolError,
} from "@toolplane/contract";
import type { DoorContext } from "@toolplane/contract/ports";
import { type Breaker, type Breakers, freed } from "./breaker.ts";
import type { MemoryBench } from "./memory-bench.ts";

interface Habits {
  readonly asks?: "first" | "late";
  readonly keepsSecrets?: true;
  readonly keepsMethod?: true;
  readonly endless?: true;
  readonly dropsHeaders?: true;
  readonly trustsNames?: true;
}

const network =
  (wrap: (good: NetDoor, context: DoorContext, bench: MemoryBench) => NetDoor): Breaker =>
  (bench) => ({
    network: (context) => wrap(bench.host.network(context), context, bench),
  });

const naive = (habits: Habits): Breaker =>
  network((good, context, bench) => ({
    fetch: (url, request = {}) => follow({ good, bench, context, habits }, url, request),
  }));

const turned = (from: string, to: "cancelled" | "failed" | "internal"): Breaker =>
  network((good) => ({
    fetch: (url, request) =>
      good.fetch(url, request).catch((error: unknown) => {
        throw isToolError(error) && error.code === from ? new ToolError(to, error.message) : error;
      }),
  }));

export const BROKEN_NETWORKS: Breakers = {
  "drops headers": naive({ dropsHeaders: true }),
  "asks when the answer is there": naive({ asks: "late" }),
  "asks about the first request only": naive({ asks: "first" }),
  "takes credentials along": naive({ keepsSecrets: true }),
  "posts again after 303": naive({ keepsMethod: true }),
  "follows redirects without end": naive({ endless: true }),
  "trusts names": naive({ trustsNames: true }),
  "lets requests out when its gate breaks": ({ host }) => ({
    network: (context) =>
      host.network({
        ...context,
        gate: {
          ...context.gate,
          check(access) {
            try {
              return context.gate.check(access);
            } catch {
              return { allowed: true, predicted: true };
            }
          },
        },
      }),
  }),
  "takes the whole body": network((good) => ({
    fetch: (url, { maxBytes: _, ...request } = {}) => good.fetch(url, request),
  })),
  "calls a late request cancelled": turned("timeout", "cancelled"),
  "does not honour the signal of a request": ({ host }) => ({
    network: (context) => host.network({ ...context, signal: freed(context).signal }),
  }),
  "blames itself for bad URLs": turned("invalid_input", "failed"),
  "blames itself for dead servers": turned("unavailable", "internal"),
};

interface Client {
  readonly good: NetDoor;
  readonly bench: MemoryBench;
  readonly context: DoorContext;
  readonly habits: Habits;
}

async function follow(client: Client, first: string, request: NetRequest): Promise<NetResponse> {
  const { good, bench, context, habits } = client;
  let url = first;
  let method = request.method ?? "GET";
  if (context.signal.aborted) return good.fetch(first, request);
  for (let hop = 0; hop < (habits.endless ? 100 : 5); hop += 1) {
    if (!isPlain(url, habits)) return good.fetch(url, request);
    if (habits.asks !== "late" && (habits.asks !== "first" || hop === 0)) ask(client, url, method);
    const keeps = hop === 0 || habits.keepsSecrets;
    const headers = keeps && !habits.dropsHeaders ? (request.headers ?? {}) : {};
    const body = Buffer.from(method === "GET" ? "" : String(request.body ?? ""));
    const answer = await bench.server.answer({ method, url, headers, body });
    if (habits.asks === "late") ask(client, url, method);
    const { location } = answer.headers;
    if (location === undefined)
      return { ...answer, statusText: "", url, body: Buffer.from(answer.body), truncated: false };
    url = new URL(location, url).href;
    if (answer.status === 303 && !habits.keepsMethod) method = "GET";
  }
  throw new ToolError("failed", "too many redirects");
}

/** Everything else is left to the good door, so that each client has its one bad habit and no other. */
function isPlain(url: string, { trustsNames }: Habits): boolean {
  const place = URL.parse(url);
  const hosts = ["one.test", "two.test", ...(trustsNames ? ["inner.test"] : [])];
  if (place === null || !hosts.includes(place.hostname)) return false;
  return !["/hang", "/bytes"].includes(place.pathname);
}

function ask({ context }: Client, text: string, method: string): void {
  const url = new URL(text);
  const target = { scheme: url.protocol.slice(0, -1), host: url.hostname, port: 80, method };
  const decision = context.gate.check({ capability: "net.fetch", ...target });
  if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
}
