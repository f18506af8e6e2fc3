import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { isToolError } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Handler,
  type LoopbackServer,
  listen,
  type NetWorldOptions,
  openNetWorld,
  outcome,
  show,
} from "./net-world.ts";

const started: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

async function start(handle: Handler, options: { secure?: boolean; bind?: string } = {}) {
  const server = await listen(handle, options);
  started.push(server);
  return server;
}

const answer =
  (status: number, headers: Record<string, string> = {}, body: string | Uint8Array = ""): Handler =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** One server behind a public address and the name `a.test`, which is what most tests need. */
async function openOne(handle: Handler, options: NetWorldOptions = {}) {
  const server = await start(handle);
  const world = openNetWorld({
    names: { "a.test": [["203.0.113.10"]] },
    lands: { "203.0.113.10": server.port },
    ...options,
  });
  return { server, ...world };
}

describe("the network door", () => {
  it("judges the host, looks it up, and connects to the address it judged", async () => {
    const world = await openOne(answer(200, { "X-One": "1" }, "hello"));
    const response = await world.fetch("http://A.test./x?y=1#z");
    expect(show(response)).toEqual({
      status: 200,
      url: "http://a.test./x?y=1",
      body: "hello",
      truncated: false,
    });
    expect(response.headers).toMatchObject({ "x-one": "1" });
    expect(world.gate.asked()).toEqual([
      {
        capability: "net.fetch",
        scheme: "http",
        host: "a.test",
        port: 80,
        method: "GET",
        urlPath: "/x",
      },
    ]);
    expect(world.connects).toEqual(["203.0.113.10 80"]);
    expect(world.server.hits.map(({ line }) => line)).toEqual(["GET /x?y=1"]);
    expect(world.server.hits[0]?.headers).toMatchObject({ host: "a.test", connection: "close" });
  });

  it("looks up and connects to nothing that the gate refuses [R162]", async () => {
    const world = await openOne(answer(200), { refuse: () => "no" });
    expect(await outcome(world.fetch("http://a.test/"))).toBe("permission_denied");
    expect([world.lookups, world.connects]).toEqual([[], []]);
  });

  it("stays closed when the gate throws", async () => {
    const world = await openOne(answer(200), {
      refuse: () => {
        throw new TypeError("bug");
      },
    });
    expect(await outcome(world.fetch("http://a.test/"))).toBe("permission_denied");
    expect(world.connects).toEqual([]);
  });

  it("takes statuses as answers: 404, 204, 500", async () => {
    for (const status of [404, 204, 500]) {
      const world = await openOne(answer(status));
      expect(await outcome(world.fetch("http://a.test/"))).toBe(String(status));
    }
  });

  it("takes a HEAD for what it is, and reads a location as UTF-8", async () => {
    const world = await openOne((request, response) => {
      const headers = { "content-encoding": "gzip", "content-length": "9" };
      if (request.url === "/%C3%BC") response.writeHead(200, headers).end();
      else response.writeHead(308, { location: Buffer.from("/ü").toString("latin1") }).end();
    });
    const response = await world.fetch("http://a.test/", { method: "HEAD" });
    expect(show(response)).toEqual({
      status: 200,
      url: "http://a.test/%C3%BC",
      body: "",
      truncated: false,
    });
    expect(world.server.hits.map(({ line }) => line)).toEqual(["HEAD /", "HEAD /%C3%BC"]);
  });

  it("sends method, headers and body as given", async () => {
    const world = await openOne(answer(201));
    await world.fetch("http://a.test/", {
      method: "post",
      headers: { Authorization: "Bearer x", "X-Custom": "ü" },
      body: "data",
    });
    expect(world.server.hits[0]).toMatchObject({
      line: "POST /",
      headers: { authorization: "Bearer x", "content-length": "4" },
    });
    expect(world.server.bodies).toEqual(["data"]);
  });

  it("refuses headers that frame a message, and what HTTP forbids in one", async () => {
    const world = await openOne(answer(200));
    const headers: Record<string, string>[] = [
      ...[
        "Host",
        "Content-Length",
        "Transfer-Encoding",
        "Connection",
        "Upgrade",
        "TE",
        "Expect",
      ].map((name) => ({ [name]: "1" })),
      { "Proxy-Authorization": "x" },
      { "X-A": "a\r\nHost: b.test" },
      { "X-A": "a\nb" },
      { "X-A\r\n": "a" },
      { "X-A": "a\0" },
      { "X A": "a" },
      { Accept: "a", accept: "b" },
    ];
    for (const given of headers)
      expect(await outcome(world.fetch("http://a.test/", { headers: given }))).toBe(
        "invalid_input",
      );
    expect(
      await outcome(world.fetch("http://a.test/", { headers: { a: "x".repeat(40_000) } })),
    ).toBe("too_large");
    for (const method of ["CONNECT", "trace", "GET /x HTTP/1.1\r\n", ""])
      expect(await outcome(world.fetch("http://a.test/", { method }))).toBe("invalid_input");
    expect(await outcome(world.fetch("http://a.test/", { body: "x" }))).toBe("invalid_input");
    expect(world.connects).toEqual([]);
  });

  it("takes no proxy from the environment", async () => {
    const proxy = await start(answer(200, {}, "from the proxy"));
    const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    const before = names.map((name) => [name, process.env[name]] as const);
    try {
      for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
      const world = await openOne(answer(200, {}, "direct"));
      expect(show(await world.fetch("http://a.test/"))).toMatchObject({ body: "direct" });
    } finally {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
    expect(proxy.hits).toEqual([]);
  });
});

describe("bodies", () => {
  it("takes compression off", async () => {
    const text = "A".repeat(1_000);
    const ways = [
      ["gzip", gzipSync(text)],
      ["x-gzip", gzipSync(text)],
      ["br", brotliCompressSync(text)],
      ["deflate", deflateSync(text)],
      ["deflate", deflateRawSync(text)],
      ["gzip, br", brotliCompressSync(gzipSync(text))],
      ["identity", Buffer.from(text)],
    ] as const;
    for (const [encoding, bytes] of ways) {
      const world = await openOne(answer(200, { "content-encoding": encoding }, bytes));
      const response = await world.fetch("http://a.test/");
      expect([encoding, show(response)]).toEqual([
        encoding,
        { status: 200, url: "http://a.test/", body: text, truncated: false },
      ]);
      if (encoding !== "identity") expect(response.headers).not.toHaveProperty("content-encoding");
    }
  });

  it("leaves an encoding it does not know, and says when one is not what it claims", async () => {
    const odd = await openOne(answer(200, { "content-encoding": "zstd" }, "raw"));
    expect(show(await odd.fetch("http://a.test/"))).toMatchObject({ body: "raw" });
    const lying = await openOne(answer(200, { "content-encoding": "gzip" }, "not gzip at all"));
    expect(await outcome(lying.fetch("http://a.test/"))).toBe("failed");
    const many = await openOne(answer(200, { "content-encoding": "gzip,gzip,gzip,gzip" }, "x"));
    expect(await outcome(many.fetch("http://a.test/"))).toBe("failed");
    const none = await openOne(answer(204, { "content-encoding": "gzip" }));
    expect(await outcome(none.fetch("http://a.test/"))).toBe("204");
  });

  it("stops at the bound, exactly, and hangs up on an endless body", async () => {
    const exact = await openOne(answer(200, {}, "0123456789"));
    expect(show(await exact.fetch("http://a.test/", { maxBytes: 10 }))).toMatchObject({
      truncated: false,
    });
    expect(show(await exact.fetch("http://a.test/", { maxBytes: 4 }))).toMatchObject({
      body: "0123",
      truncated: true,
    });
    const endless = await openOne((_request, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write("A".repeat(65_536)));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    expect(await outcome(endless.fetch("http://a.test/", { maxBytes: 100_000 }))).toBe(
      "200 truncated",
    );
    await expect.poll(endless.server.open).toBe(0);
  });

  it("stops a decompression bomb before it is expanded", async () => {
    // 1 GiB of zeros, twice compressed, in a few kilobytes; expanding it would take far more than this heap.
    const inner = gzipSync(Buffer.alloc(64 << 20));
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 16 }, () => inner)));
    const world = await openOne(answer(200, { "content-encoding": "gzip, gzip" }, bomb));
    const before = process.memoryUsage().rss;
    const response = await world.fetch("http://a.test/", { maxBytes: 1_000_000 });
    expect([response.body.length, response.truncated]).toEqual([1_000_000, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(256 << 20);
  });

  it("does not read for ever what expands to nothing", async () => {
    // A gzip header whose file name never ends.
    const header = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
    const world = await openOne((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.write(header);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, "n")));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    expect(await outcome(world.fetch("http://a.test/", { maxBytes: 100_000 }))).toBe(
      "200 truncated",
    );
  });
});

describe("servers that misbehave", () => {
  it("gives up on headers that never end", async () => {
    const world = await openOne((_request, response) => {
      const { socket } = response;
      socket?.write("HTTP/1.1 200 OK\r\n");
      const pour = () => {
        while (socket && !socket.destroyed && socket.write(`X-Pad: ${"a".repeat(8_000)}\r\n`));
        if (!socket?.destroyed) socket?.once("drain", pour);
      };
      pour();
    });
    expect(await outcome(world.fetch("http://a.test/"))).toBe("too_large");
    await expect.poll(world.server.open).toBe(0);
  });

  it("gives up on interim answers without end, another protocol, nonsense, and silence that closes", async () => {
    const says =
      (text: string): Handler =>
      (_request, response) => {
        const { socket } = response;
        const repeat = text.startsWith("HTTP/1.1 103") ? 1_000 : 1;
        for (let sent = 0; sent < repeat; sent += 1) socket?.write(text);
        if (text === "") socket?.destroy();
      };
    const expected = {
      "HTTP/1.1 103 Early Hints\r\n\r\n": "failed",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n": "failed",
      "SSH-2.0-OpenSSH\r\n": "failed",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n": "failed",
      "": "unavailable",
    };
    for (const [text, code] of Object.entries(expected)) {
      const world = await openOne(says(text));
      expect([text, await outcome(world.fetch("http://a.test/"))]).toEqual([text, code]);
    }
  });

  it("says so when a body breaks off", async () => {
    const world = await openOne((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.socket?.destroy());
    });
    expect(await outcome(world.fetch("http://a.test/"))).toBe("unavailable");
  });

  it("holds one deadline over a slow drip, and hangs up", async () => {
    const world = await openOne((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 5);
      response.on("close", () => clearInterval(drip));
    });
    expect(await outcome(world.fetch("http://a.test/", { timeoutMs: 60 }))).toBe("timeout");
    await expect.poll(world.server.open).toBe(0);
  });

  it("stops at once when the call is cancelled, and starts nothing after", async () => {
    const world = await openOne((_request, response) => {
      response.writeHead(200).write("x");
      world.abort.abort();
    });
    expect(await outcome(world.fetch("http://a.test/"))).toBe("cancelled");
    expect(await outcome(world.fetch("http://a.test/"))).toBe("cancelled");
    expect(world.connects).toHaveLength(1);
    await expect.poll(world.server.open).toBe(0);
  });
});

describe("TLS", () => {
  const secureWorld = async (host: string, extraCertificates?: readonly string[]) => {
    const server = await start(answer(200, {}, "secret"), { secure: true });
    return openNetWorld({
      names: { [host]: [["203.0.113.10"]] },
      lands: { "203.0.113.10": server.port },
      servers: [server.port],
      ...(extraCertificates === undefined ? {} : { extraCertificates }),
    });
  };

  it("speaks to a server whose certificate is for the name", async () => {
    const world = await secureWorld("secure.test");
    expect(show(await world.fetch("https://secure.test/"))).toMatchObject({ body: "secret" });
    expect(world.connects).toEqual(["203.0.113.10 443"]);
  });

  it("refuses another name, an unknown authority, and ambient permission to ignore either", async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    try {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
      const other = await secureWorld("other.test");
      expect(await outcome(other.fetch("https://other.test/"))).toBe("unavailable");
      const stranger = await secureWorld("secure.test", []);
      expect(await outcome(stranger.fetch("https://secure.test/"))).toBe("unavailable");
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });

  it("compares an address with the addresses of the certificate", async () => {
    const server = await start(answer(200), { secure: true });
    const world = openNetWorld({ servers: [server.port] });
    expect(await outcome(world.fetch(`https://127.0.0.1:${server.port}/`))).toBe("200");
    const six = await start(answer(200), { secure: true, bind: "::1" });
    const other = openNetWorld({ servers: [six.port] });
    expect(await outcome(other.fetch(`https://[::1]:${six.port}/`))).toBe("unavailable");
  });

  it("gives up on a server that does not speak TLS, and on one that says nothing", async () => {
    const plain = await openOne(answer(200));
    expect(await outcome(plain.fetch("https://a.test/"))).toBe("unavailable");
    const silent = await start(() => {});
    const world = openNetWorld({
      names: { "a.test": [["203.0.113.10"]] },
      lands: { "203.0.113.10": silent.port },
    });
    expect(await outcome(world.fetch("http://a.test/", { timeoutMs: 50 }))).toBe("timeout");
  });
});

describe("error texts", () => {
  it("name the host, never the address behind it", async () => {
    const world = openNetWorld({
      names: { "a.test": [["203.0.113.10"]], "inner.test": [["10.9.8.7"]] },
      refuse: (access) => ("host" in access && access.host === "10.9.8.7" ? "10.9.8.7 no" : null),
    });
    for (const url of ["http://a.test/", "http://inner.test/", "http://gone.test/"]) {
      const error: unknown = await world.fetch(url).catch((thrown: unknown) => thrown);
      const message = isToolError(error) ? error.message : "";
      expect(message).toContain(new URL(url).hostname);
      expect(message).not.toMatch(/203\.0|10\.9/);
    }
  });
});
