/**
 * The network of a case: servers on loopback, names from a table, and a connector that reaches nothing else. An attempt on any
 * other address is written down and refused here, so no packet leaves the machine whatever the product decides.
 */
import { connect, isIP, type Socket } from "node:net";
import type { Json, JsonObject } from "@toolplane/contract";
import type { Connector, Resolver } from "@toolplane/host";
import type { SetupStep } from "../attack-case.ts";
import { harnessFault } from "../harness-fault.ts";
import { type LoopbackServer, startServer } from "./loopback-server.ts";

export interface LoopbackNetwork {
  readonly resolver: Resolver;
  readonly connector: Connector;
  readonly ports: Readonly<Record<string, number>>;
  server(name: string): LoopbackServer;
  /** `address` and `address:port` of every connection that was tried. */
  readonly attempts: () => readonly string[];
  /** Takes routes and names from the expanded set-up. */
  setAnswers(steps: readonly SetupStep[]): void;
  close(): Promise<void>;
}

interface Name {
  readonly answers: readonly (readonly string[])[];
  readonly connectTo?: string;
  lookups: number;
}

/** Starts the servers that the set-up names, and these besides. */
export async function startNetwork(
  steps: readonly SetupStep[],
  others: readonly string[] = [],
): Promise<LoopbackNetwork> {
  const servers = new Map<string, LoopbackServer>();
  for (const step of steps) {
    if (step.do !== "http") continue;
    servers.set(String(step.name), await startServer(String(step.bind ?? "127.0.0.1")));
  }
  for (const name of others) servers.set(name, await startServer("127.0.0.1"));
  const names = new Map<string, Name>();
  const attempts: string[] = [];
  const server = (name: string): LoopbackServer => {
    const found = servers.get(name);
    if (!found) throw harnessFault(`no server is called "${name}"`);
    return found;
  };
  return {
    resolver: { resolve: async (host) => resolveName(names, host) },
    connector: {
      async connect(target, signal) {
        attempts.push(target.address, `${target.address}:${target.port}`);
        return openSocket(placeOf(target, { names, servers }), signal);
      },
    },
    ports: Object.fromEntries([...servers].map(([name, { port }]) => [name, port])),
    server,
    attempts: () => attempts,
    setAnswers(expanded) {
      for (const step of expanded) {
        if (step.do === "http") server(String(step.name)).setRoutes(step.routes as JsonObject);
        if (step.do === "dns") names.set(String(step.host).toLowerCase(), nameOf(step));
      }
    },
    close: async () => {
      await Promise.all([...servers.values()].map((each) => each.close()));
    },
  };
}

function nameOf(step: SetupStep): Name {
  const answers = step.answers as Json as readonly (readonly string[])[];
  return {
    answers,
    lookups: 0,
    ...(step.connectTo === undefined ? {} : { connectTo: String(step.connectTo) }),
  };
}

function resolveName(names: ReadonlyMap<string, Name>, host: string): readonly string[] {
  const plain = host.toLowerCase().replace(/\.$/, "");
  const name = names.get(plain);
  if (name) {
    const answer = name.answers[Math.min(name.lookups, name.answers.length - 1)] ?? [];
    name.lookups += 1;
    return answer;
  }
  if (isIP(plain)) return [plain];
  if (plain === "localhost" || plain.endsWith(".localhost")) return ["127.0.0.1"];
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
}

interface Target {
  readonly address: string;
  readonly port: number;
}

/** Where a connection lands: on a server of the case, or nowhere. Odd spellings of loopback are left to the system. */
function placeOf(
  target: Target,
  known: {
    readonly names: ReadonlyMap<string, Name>;
    readonly servers: ReadonlyMap<string, LoopbackServer>;
  },
): Target {
  for (const { answers, connectTo } of known.names.values()) {
    if (connectTo === undefined || !answers.flat().includes(target.address)) continue;
    const landing = known.servers.get(connectTo);
    if (landing) return { address: "127.0.0.1", port: landing.port };
  }
  const isDeclared = [...known.servers.values()].some(({ port }) => port === target.port);
  if (isDeclared && isLoopback(target.address)) return target;
  throw Object.assign(new Error(`connect ECONNREFUSED ${target.address}:${target.port}`), {
    code: "ECONNREFUSED",
  });
}

function isLoopback(address: string): boolean {
  return /^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:(?:127\.|7f|0\.0\.0\.0|0:0$))/i.test(address);
}

function openSocket({ address, port }: Target, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const onAbort = (): void => void socket.destroy(new Error("aborted"));
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", onAbort);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}
