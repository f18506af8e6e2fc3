/** The network door under the kernel's own gate: what a page, a name server or a redirect can try. */

import { defineTool, type Rule, type ToolResult } from "@toolplane/contract";
import { createSystemClock } from "@toolplane/disk/ground";
import { createNetwork } from "@toolplane/disk/net";
import { createKernel } from "@toolplane/kernel";
import { readUrl } from "@toolplane/readings";
import { createMemoryHost } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Handler,
  type LoopbackServer,
  listen,
  type NetWorldOptions,
  openNetWorld,
} from "./net-world.ts";

const SECRET = "INNER-CANARY-44d1";
const started: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

async function start(handle: Handler, bind = "127.0.0.1") {
  const server = await listen(handle, { bind });
  started.push(server);
  return server;
}

const body =
  (text: string): Handler =>
  (_request, response) =>
    response.end(text);

const allowAll: Rule = { permission: "net.fetch", pattern: "**", action: "allow" };

/** A kernel whose one tool fetches, inside these hosts and no others. */
function openRoad(options: {
  readonly hosts: readonly string[];
  readonly net?: NetWorldOptions;
  readonly rules?: readonly Rule[];
}) {
  const { hosts, net = {}, rules = [allowAll] } = options;
  const requires = { net: { hosts: [...hosts] } };
  const world = openNetWorld(net);
  const memory = createMemoryHost();
  const clock = createSystemClock();
  const host = {
    ...memory,
    clock,
    analyzer: { ...memory.analyzer, url: readUrl },
    network: createNetwork({ egress: world.egress, clock }),
  };
  const tool = defineTool({
    id: "get",
    description: "Fetches.",
    parameters: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
    requires,
    resources: { url: "net.fetch" },
    execute: async ({ url }, runtime) =>
      new TextDecoder().decode((await runtime.net.fetch(url, { timeoutMs: 5_000 })).body),
  });
  const kernel = createKernel({
    host,
    tools: [tool],
    manifest: { id: "m", requires },
    ceiling: requires,
    policy: [{ scope: "session", rules }],
    defaultPolicy: false,
  });
  const session = kernel.session();
  let made = 0;
  const fetch = (url: string): Promise<ToolResult> => {
    made += 1;
    return session.call({ id: `call-${made}`, name: "get", arguments: { url } });
  };
  return { ...world, fetch };
}

const codeOf = (result: ToolResult) => (result.type === "error" ? result.code : "output");

describe("hosts that are not listed", () => {
  it("are refused however they are dressed up, and nothing is looked up [R162]", async () => {
    const road = openRoad({ hosts: ["example.test", "*.sub.example.test"] });
    const urls = [
      ...["http://evilexample.test/", "http://example.test.evil.test/", "http://sub.example.test/"],
      ...["http://evil.test/?u=http://example.test/", "http://evil.test#.sub.example.test"],
      ...["http://example.test@evil.test/", "http://evil.test\\@example.test/", "http://a.b/"],
      ...["http://evil.test%00.sub.example.test/", "http://example.test:8080/"],
      ...[
        "http://evil.test\t.example.test.evil/",
        "http://еxample.test/",
        "http://example.test。evil.test/",
      ],
    ];
    const codes = await Promise.all(urls.map(async (url) => codeOf(await road.fetch(url))));
    expect(urls.filter((_, index) => codes[index] === "output")).toEqual([]);
    expect([road.lookups, road.connects]).toEqual([[], []]);
  });

  it("are not web addresses at all", async () => {
    const road = openRoad({ hosts: ["*"] });
    const urls = [
      "file:///etc/passwd",
      "ftp://a.test/",
      "ws://a.test/",
      "data:,x",
      "gopher://a.test/",
    ];
    const codes = await Promise.all(urls.map(async (url) => codeOf(await road.fetch(url))));
    expect(new Set(codes)).toEqual(new Set(["invalid_input"]));
  });
});

describe("addresses that are not public", () => {
  it("are not opened by a wildcard in any spelling", async () => {
    const inner = await start(body(SECRET));
    const road = openRoad({ hosts: ["*:*"], net: { servers: [inner.port] } });
    const hosts = [
      ...["127.0.0.1", "127.1", "0", "0.0.0.0", "2130706433", "017700000001", "0x7f000001"],
      ...["0177.0.0.1", "127.0.0.1.", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
      ...["[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::127.0.0.1]", "localhost", "a.localhost"],
      ...["LOCALHOST.", "169.254.169.254", "2852039166", "[::ffff:a9fe:a9fe]", "10.0.0.1"],
      ...["172.16.5.5", "192.168.0.1", "100.64.1.1", "224.0.0.1", "[fc00::1]", "[fe80::1]"],
      ...["[ff02::1]", "[2002:a00:1::]", "[fd00:ec2::254]", "①②⑦.⓪.⓪.①"],
    ];
    const codes = await Promise.all(
      hosts.map(async (host) => codeOf(await road.fetch(`http://${host}:${inner.port}/`))),
    );
    expect(hosts.filter((_, index) => codes[index] === "output")).toEqual([]);
    expect([road.connects, inner.hits]).toEqual([[], []]);
  });

  it("are not opened by a name that leads there, alone or among public ones", async () => {
    const inner = await start(body(SECRET));
    const answers = [
      ...[["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["203.0.113.10", "127.0.0.1"]],
      ...[["10.0.0.1"], ["169.254.169.254"], ["0.0.0.0"], ["fe80::1%lo"], ["64:ff9b::7f00:1"]],
      ...[["not an address"], ["127.1"]],
    ];
    for (const answer of answers) {
      const road = openRoad({
        hosts: ["api.test:*", "*:*"],
        net: { servers: [inner.port], names: { "api.test": [answer] } },
      });
      const result = await road.fetch(`http://api.test:${inner.port}/`);
      expect([answer, codeOf(result), road.connects]).toEqual([answer, "permission_denied", []]);
      expect(JSON.stringify(result)).not.toContain(answer[0]);
    }
    expect(inner.hits).toEqual([]);
  });

  it("are not reached by a name that turns between check and use: one lookup serves both", async () => {
    const inner = await start(body(SECRET));
    const road = openRoad({
      hosts: ["api.test:*"],
      net: { servers: [inner.port], names: { "api.test": [["203.0.113.10"], ["127.0.0.1"]] } },
    });
    expect(codeOf(await road.fetch(`http://api.test:${inner.port}/`))).toBe("unavailable");
    expect([road.lookups, road.connects]).toEqual([["api.test"], [`203.0.113.10 ${inner.port}`]]);
    expect(codeOf(await road.fetch(`http://api.test:${inner.port}/`))).toBe("permission_denied");
    expect(inner.hits).toEqual([]);
  });

  it("open where they are listed themselves, as an address or as localhost", async () => {
    const four = await start(body("ok"));
    const six = await start(body("ok"), "::1");
    const servers = [four.port, six.port];
    const fetches = [
      [`127.0.0.1:${four.port}`, `http://127.0.0.1:${four.port}/@a/b..c%2Fd`],
      [`[::1]:${six.port}`, `http://[::1]:${six.port}/`],
      [`localhost:${four.port}`, `http://LOCALHOST.:${four.port}/`],
      [`localhost:${six.port}`, `http://localhost:${six.port}/`],
    ] as const;
    for (const [listed, url] of fetches) {
      const road = openRoad({ hosts: [listed], net: { servers } });
      expect([url, codeOf(await road.fetch(url)), road.lookups]).toEqual([url, "output", []]);
    }
    const named = openRoad({
      hosts: [`127.0.0.1:${four.port}`, "inner.test:*"],
      net: { servers, names: { "inner.test": [["127.0.0.1"]] } },
    });
    expect(codeOf(await named.fetch(`http://inner.test:${four.port}/`))).toBe("output");
    const sub = openRoad({ hosts: [`a.localhost:${four.port}`], net: { servers } });
    expect(codeOf(await sub.fetch(`http://a.localhost:${four.port}/`))).toBe("permission_denied");
  });
});

describe("redirects", () => {
  it("are judged like first requests: ports, addresses, logins, schemes, forms", async () => {
    const inner = await start(body(SECRET));
    const targets = [
      `http://127.0.0.1:${inner.port}/`,
      `http://[::ffff:127.0.0.1]:${inner.port}/`,
      `//127.0.0.1:${inner.port}/`,
      `http://2130706433:${inner.port}/`,
      `http://listed.test@127.0.0.1:${inner.port}/`,
      "http://169.254.169.254/latest/meta-data/",
      "file:///etc/passwd",
      "ftp://127.0.0.1/x",
      "http://",
      "javascript:1",
      "http://other.test/",
    ];
    for (const status of [301, 302, 303, 307, 308])
      for (const location of targets) {
        const open = await start((_request, response) =>
          response.writeHead(status, { location }).end(),
        );
        const road = openRoad({
          hosts: [`127.0.0.1:${open.port}`],
          net: { servers: [open.port, inner.port] },
        });
        const result = await road.fetch(`http://127.0.0.1:${open.port}/r`);
        expect([location, codeOf(result)]).not.toEqual([location, "output"]);
        expect([open.hits.length, road.connects.length]).toEqual([1, 1]);
      }
    expect(inner.hits).toEqual([]);
  });

  it("are looked up anew, so a name that turned inwards meanwhile is caught", async () => {
    const server = await start((_request, response) =>
      response.writeHead(302, { location: "/again" }).end(),
    );
    const road = openRoad({
      hosts: ["api.test"],
      net: {
        lands: { "203.0.113.10": server.port },
        servers: [server.port],
        names: { "api.test": [["203.0.113.10"], ["127.0.0.1"]] },
      },
    });
    expect(codeOf(await road.fetch("http://api.test/"))).toBe("permission_denied");
    expect([road.lookups.length, server.hits.length]).toEqual([2, 1]);
  });

  it("end after five", async () => {
    const server = await start((_request, response) =>
      response.writeHead(302, { location: "/x" }).end(),
    );
    const road = openRoad({
      hosts: [`127.0.0.1:${server.port}`],
      net: { servers: [server.port] },
    });
    expect(codeOf(await road.fetch(`http://127.0.0.1:${server.port}/x`))).toBe("failed");
    expect(server.hits).toHaveLength(6);
  });

  it("carry no credentials to another origin, and no body where browsers drop it", async () => {
    const second = await start(body("ok"));
    const seen: unknown[] = [];
    for (const status of [301, 302, 303, 307, 308]) {
      const first = await start((request, response) => {
        const to = request.url === "/near" ? "/end" : "http://b.test/end";
        if (request.url === "/end") response.end("ok");
        else response.writeHead(status, { location: to, "set-cookie": "s=1" }).end();
      });
      const world = openNetWorld({
        names: { "a.test": [["203.0.113.10"]], "b.test": [["203.0.113.11"]] },
        lands: { "203.0.113.10": first.port, "203.0.113.11": second.port },
      });
      const request = {
        method: "POST",
        headers: { Authorization: "x", Cookie: "c", "X-Api-Key": "k", Accept: "text/plain" },
        body: "data",
      };
      for (const path of ["/far", "/near"]) {
        await world.fetch(`http://a.test${path}`, request);
        const hit = (path === "/far" ? second : first).hits.at(-1);
        const { authorization, cookie, accept } = hit?.headers ?? {};
        const key = hit?.headers["x-api-key"];
        const length = hit?.headers["content-length"];
        seen.push([status, path, hit?.line, authorization, cookie, key, accept, length]);
      }
    }
    const none = [undefined, undefined, undefined, "text/plain"];
    const all = ["x", "c", "k", "text/plain"];
    expect(seen).toEqual([
      ...[301, 302, 303].flatMap((status) => [
        [status, "/far", "GET /end", ...none, undefined],
        [status, "/near", "GET /end", ...all, undefined],
      ]),
      ...[307, 308].flatMap((status) => [
        [status, "/far", "POST /end", ...none, "4"],
        [status, "/near", "POST /end", ...all, "4"],
      ]),
    ]);
  });
});
