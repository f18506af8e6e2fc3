import { isToolError, type NetRequest, type NetResponse } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../create-fake-clock.ts";
import { createDoorContext, createScriptedGate, type GateScript } from "../create-scripted-gate.ts";
import {
  createMemoryNetworkDoor,
  type MemoryNetwork,
  type MemoryServer,
} from "./memory-network.ts";

function setUp(
  servers: Record<string, MemoryServer>,
  given: { refuse?: GateScript; addresses?: Record<string, string> } = {},
) {
  const clock = createFakeClock();
  const gate = createScriptedGate(given.refuse);
  const abort = new AbortController();
  const network: MemoryNetwork = {
    servers,
    addresses: given.addresses ?? {},
    clock,
    requests: [],
  };
  const context = createDoorContext({ gate, signal: abort.signal });
  const door = createMemoryNetworkDoor(network, context, []);
  return { clock, gate, abort, network, fetch: door.fetch };
}

const show = ({ body, ...rest }: NetResponse) => ({
  ...rest,
  body: new TextDecoder().decode(body),
});
const asked = (gate: { asked(): readonly object[] }) =>
  gate.asked().map((access) => ("host" in access ? access.host : ""));

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => "settled",
    (thrown: unknown) => thrown,
  );
  return isToolError(error) ? error.code : String(error);
}

describe("createMemoryNetworkDoor", () => {
  it("asks the gate and then the server", async () => {
    const { fetch, gate, network } = setUp({ "example.com:443": "hello" });
    expect(show(await fetch("https://EXAMPLE.com/x"))).toEqual({
      status: 200,
      statusText: "",
      headers: {},
      url: "https://example.com/x",
      body: "hello",
      truncated: false,
    });
    expect(gate.asked()).toEqual([
      {
        capability: "net.fetch",
        scheme: "https",
        host: "example.com",
        port: 443,
        method: "GET",
        urlPath: "/x",
      },
    ]);
    expect(network.requests.map(({ url }) => url)).toEqual(["https://example.com/x"]);
  });

  it("sends nothing to a host that the gate refuses", async () => {
    const { fetch, network } = setUp({ "example.com:443": "hello" }, { refuse: () => "no" });
    expect(await codeOf(fetch("https://example.com"))).toBe("permission_denied");
    expect(network.requests).toEqual([]);
  });

  it("asks again at every redirect, and stops where one is refused", async () => {
    const { fetch, gate, network } = setUp(
      {
        "a.example:443": () => ({ status: 302, headers: { Location: "https://b.example/next" } }),
        "b.example:443": () => ({ status: 307, headers: { location: "http://inner.example/" } }),
        "inner.example:80": "secret",
      },
      { refuse: (access) => ("host" in access && access.host === "inner.example" ? "no" : null) },
    );
    expect(await codeOf(fetch("https://a.example"))).toBe("permission_denied");
    expect(asked(gate)).toEqual(["a.example", "b.example", "inner.example"]);
    expect(network.requests).toHaveLength(2);
  });

  it("follows five redirects and no sixth", async () => {
    const loop: MemoryServer = ({ url }) => ({ status: 302, headers: { location: `${url}x` } });
    const { fetch, network } = setUp({ "a.example:443": loop });
    expect(await codeOf(fetch("https://a.example/"))).toBe("failed");
    expect(network.requests).toHaveLength(6);
  });

  it("keeps secrets with their origin and turns a POST into a GET as browsers do", async () => {
    const { fetch, network } = setUp({
      "a.example:443": () => ({ status: 302, headers: { location: "https://b.example/" } }),
      "b.example:443": "ok",
    });
    const request: NetRequest = {
      method: "post",
      headers: { Authorization: "x", Accept: "*/*" },
      body: "data",
    };
    await fetch("https://a.example", request);
    expect(
      network.requests.map(({ method, headers, body }) => [method, headers, body.length]),
    ).toEqual([
      ["POST", { authorization: "x", accept: "*/*" }, 4],
      ["GET", { accept: "*/*" }, 0],
    ]);
  });

  it("asks about the address too when a name leads to one that is not public", async () => {
    const { fetch, gate } = setUp(
      { "rebind.example:80": "metadata", "fine.example:80": "ok" },
      {
        addresses: { "rebind.example": "169.254.169.254", "fine.example": "93.184.216.34" },
        refuse: (access) => ("host" in access && /^[\d.]+$/.test(access.host) ? "private" : null),
      },
    );
    expect(await codeOf(fetch("http://rebind.example"))).toBe("permission_denied");
    expect(await codeOf(fetch("http://fine.example"))).toBe("settled");
    expect(asked(gate)).toEqual(["rebind.example", "169.254.169.254", "fine.example"]);
  });

  it("bounds the body", async () => {
    const { fetch } = setUp({ "a.example:80": "0123456789" });
    expect(show(await fetch("http://a.example", { maxBytes: 4 }))).toMatchObject({
      body: "0123",
      truncated: true,
    });
  });

  it("keeps timeout, cancel, an absent server and a broken one apart", async () => {
    const { fetch, clock, abort } = setUp({
      "slow.example:80": () => new Promise(() => {}),
      "broken.example:80": () => {
        throw new TypeError("reset");
      },
    });
    const slow = codeOf(fetch("http://slow.example", { timeoutMs: 50 }));
    const held = codeOf(fetch("http://slow.example"));
    const absent = codeOf(fetch("http://absent.example"));
    const broken = codeOf(fetch("http://broken.example"));
    const odd = codeOf(fetch("ftp://slow.example"));
    await clock.advance(50);
    abort.abort();
    expect(await Promise.all([slow, held, absent, broken, odd])).toEqual([
      "timeout",
      "cancelled",
      "unavailable",
      "unavailable",
      "invalid_input",
    ]);
    expect(clock.pending()).toBe(0);
  });
});
