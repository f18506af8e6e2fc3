import { Duplex } from "node:stream";
import type { GateDecision } from "@toolplane/contract/ports";
import { createFakeClock, createScriptedGate, type GateScript } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createEgress } from "./create-egress.ts";
import type { Connector, EgressRequest, Resolver } from "./egress.ts";

interface Attempt {
  readonly address: string;
  readonly signal: AbortSignal;
  answer(): Duplex;
  refuse(code?: string): void;
}

/** An egress whose connections a test answers by hand. */
function open(
  options: {
    readonly names?: Record<string, readonly string[]>;
    readonly refuse?: GateScript;
    readonly resolver?: Resolver;
    readonly request?: Partial<EgressRequest>;
  } = {},
) {
  const clock = createFakeClock();
  const gate = createScriptedGate(options.refuse);
  const abort = new AbortController();
  const attempts: Attempt[] = [];
  const resolver: Resolver = options.resolver ?? {
    resolve: async (host) => options.names?.[host] ?? Promise.reject(new TypeError("ENOTFOUND")),
  };
  const connector: Connector = {
    connect: ({ address }, signal) =>
      new Promise((resolve, reject) => {
        attempts.push({
          address,
          signal,
          answer() {
            const socket = createSocket();
            resolve(socket);
            return socket;
          },
          refuse: (code = "ECONNREFUSED") =>
            reject(Object.assign(new TypeError(`connect ${code} ${address}`), { code })),
        });
      }),
  };
  const egress = createEgress({ resolver, connector, clock, timeoutMs: 10_000 });
  const answer = egress.open({
    scheme: "https",
    host: "a.test",
    port: 443,
    gate,
    mayAsk: false,
    signal: abort.signal,
    ...options.request,
  });
  return { clock, gate, abort, attempts, answer };
}

function createSocket(): Duplex {
  return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
}

const hostsOf = (gate: { asked(): readonly object[] }) =>
  gate.asked().map((access) => ("host" in access ? access.host : ""));

const denied = {
  allowed: false,
  code: "permission_denied",
  reason: "no",
  askable: false,
} as const;

describe("createEgress", () => {
  it("tries the next address when one fails, and says which one answered", async () => {
    const { clock, attempts, answer } = open({
      names: { "a.test": ["203.0.113.1", "2001:db8::2"] },
    });
    await clock.advance(0);
    attempts[0]?.refuse();
    await clock.advance(0);
    const socket = attempts[1]?.answer();
    expect(await answer).toEqual({ ok: true, socket, address: "2001:db8::2" });
    expect(attempts.map(({ address }) => address)).toEqual(["203.0.113.1", "2001:db8::2"]);
  });

  it("does not wait for a silent address, and hangs up on who comes late", async () => {
    const { clock, attempts, answer } = open({
      names: { "a.test": ["203.0.113.1", "203.0.113.2"] },
    });
    await clock.advance(250);
    const won = attempts[1]?.answer();
    expect(await answer).toMatchObject({ ok: true, socket: won });
    expect(attempts[0]?.signal.aborted).toBe(true);
    const late = attempts[0]?.answer();
    await clock.advance(0);
    expect([late?.destroyed, won?.destroyed]).toEqual([true, false]);
    expect(clock.pending()).toBe(0);
  });

  it("survives a connection that breaks before anybody listens", async () => {
    const { clock, attempts, answer } = open({ names: { "a.test": ["203.0.113.1"] } });
    await clock.advance(0);
    const socket = attempts[0]?.answer();
    await answer;
    socket?.destroy(new TypeError("reset"));
    await clock.advance(0);
    expect(socket?.destroyed).toBe(true);
  });

  it("gives up after its time, in a lookup and in a connection", async () => {
    const resolver: Resolver = { resolve: () => new Promise(() => {}) };
    const looking = open({ resolver });
    await looking.clock.advance(10_000);
    const connecting = open({ names: { "a.test": ["203.0.113.1"] } });
    await connecting.clock.advance(10_000);
    const unreachable = "a.test:443 did not answer within 10000 ms";
    expect(await looking.answer).toEqual({ ok: false, unreachable });
    expect(await connecting.answer).toEqual({ ok: false, unreachable });
    const late = connecting.attempts[0]?.answer();
    await connecting.clock.advance(0);
    expect(late?.destroyed).toBe(true);
  });

  it("connects to no name that has an address which a rule denies, and does not say which", async () => {
    for (const names of [["203.0.113.9"], ["203.0.113.1", "203.0.113.9"], ["10.0.0.9"]]) {
      const asked: string[] = [];
      const gate = {
        ...createScriptedGate(),
        denyAddress: ({ host }: { readonly host: string }) => {
          asked.push(host);
          return host.endsWith(".9") ? denied : null;
        },
      };
      const { attempts, answer } = open({ names: { "a.test": names }, request: { gate } });
      const reason = "a.test leads to an address that a rule denies.";
      expect(await answer).toEqual({ ok: false, decision: { ...denied, reason } });
      expect([attempts, asked]).toEqual([[], names]);
    }
  });

  it("looks a name up again for every connection", async () => {
    let turn = 0;
    const resolver: Resolver = {
      resolve: async () => {
        turn += 1;
        return [turn === 1 ? "203.0.113.1" : "203.0.113.9"];
      },
    };
    const gate = {
      ...createScriptedGate(),
      denyAddress: ({ host }: { readonly host: string }) => (host.endsWith(".9") ? denied : null),
    };
    const first = open({ resolver, request: { gate } });
    await first.clock.advance(0);
    first.attempts[0]?.answer();
    expect(await first.answer).toMatchObject({ ok: true });
    expect(await open({ resolver, request: { gate } }).answer).toMatchObject({ ok: false });
  });

  it("stays closed where a gate cannot judge an address", async () => {
    const gate = {
      ...createScriptedGate(),
      denyAddress: () => {
        throw new RangeError("no");
      },
    };
    const { attempts, answer } = open({ names: { "a.test": ["203.0.113.1"] }, request: { gate } });
    expect(await answer).toMatchObject({ ok: false, decision: { code: "permission_denied" } });
    expect(attempts).toEqual([]);
  });

  it("tells a cancel from a failure, and hides the address in both", async () => {
    const cancelled = open({ names: { "a.test": ["203.0.113.1"] } });
    await cancelled.clock.advance(0);
    cancelled.abort.abort();
    expect(await cancelled.answer).toMatchObject({ ok: false, decision: { code: "cancelled" } });
    expect(cancelled.attempts[0]?.signal.aborted).toBe(true);
    const failed = open({ names: { "a.test": ["203.0.113.1"] } });
    await failed.clock.advance(0);
    failed.attempts[0]?.refuse();
    expect(await failed.answer).toEqual({
      ok: false,
      unreachable: "a.test:443 refused the connection",
    });
    expect(await open().answer).toEqual({ ok: false, unreachable: "a.test has no address" });
  });

  it("asks a person about the host when it may, never about an address behind it", async () => {
    const asked: string[] = [];
    const gate = createScriptedGate((access) =>
      "host" in access && access.host === "a.test" ? null : "only by name",
    );
    const asking = {
      check: gate.check,
      ask: async (access: Parameters<typeof gate.ask>[0]): Promise<GateDecision> => {
        asked.push("host" in access ? access.host : "");
        return { allowed: true, predicted: false };
      },
    };
    const { answer, attempts } = open({
      names: { "a.test": ["10.0.0.1"] },
      request: { gate: asking, mayAsk: true },
    });
    expect(await answer).toMatchObject({ ok: false, decision: { code: "permission_denied" } });
    expect([asked, attempts]).toEqual([["a.test"], []]);
  });

  it("lets an address through that the gate allows as itself", async () => {
    const { clock, answer, attempts, gate } = open({ names: { "a.test": ["10.0.0.1"] } });
    await clock.advance(0);
    attempts[0]?.answer();
    expect(await answer).toMatchObject({ ok: true, address: "10.0.0.1" });
    expect(hostsOf(gate)).toEqual(["a.test", "10.0.0.1"]);
  });

  it("reads hosts of proxy requests the way URLs are read, and refuses what is none", async () => {
    const refuse: GateScript = () => "no";
    const hosts = { "0x7f.1": "127.0.0.1", "[::1]": "::1", "A.Test.": "a.test" };
    for (const [host, read] of Object.entries(hosts)) {
      const { answer, gate } = open({ refuse, request: { host } });
      await answer;
      expect(hostsOf(gate)).toEqual([read]);
    }
    for (const request of [{ host: "a b" }, { host: "" }, { port: 0 }, { port: 70_000 }]) {
      const { answer, gate } = open({ request });
      expect(await answer).toMatchObject({ ok: false, unreachable: expect.any(String) });
      expect(gate.asked()).toEqual([]);
    }
  });
});
