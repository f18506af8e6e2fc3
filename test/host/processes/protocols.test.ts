import { writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import { join } from "node:path";
import { TEST_SERVER } from "@toolplane/disk/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openReadWorld, type ReadWorld, readingGate } from "./read-world.ts";

const HOST = "secure.test";

const PIECE = Buffer.alloc(65_536, 97);
/** Buffers of the system on four connections, and what the relay holds: far less than loopback carries meanwhile. */
const MOST_HELD = 48 * 1_048_576;

/** Speaks with the host in TLS through the relay: TEXT is sent, what comes is printed. */
const TALK = `
import { request } from "node:http";
import { connect } from "node:tls";
const proxy = new URL(process.env.HTTP_PROXY);
const authorization = "Basic " + Buffer.from(proxy.username + ":" + proxy.password).toString("base64");
const [host, text, name = host] = process.argv.slice(2);
request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: host + ":443", headers: { "proxy-authorization": authorization } })
  .on("connect", (answer, socket) => {
    const secure = connect({ socket, servername: name, host: name, ALPNProtocols: ["http/1.1"], checkServerIdentity: () => undefined });
    secure.on("secureConnect", () => secure.write(text.replaceAll("\\\\r", "\\r").replaceAll("\\\\n", "\\n")));
    secure.on("data", (data) => process.stdout.write(data)).on("error", (error) => console.log(error.code)).on("close", () => process.exit(0));
    setTimeout(() => process.exit(0), 3000);
  })
  .end();
`;

describe.skipIf(!hasSandbox)("requests that are read on their way (needs bubblewrap)", () => {
  let world: ReadWorld | undefined;
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });
  const secure = (): Http2SecureServer => createSecureServer({ ...TEST_SERVER, allowHTTP1: true });
  async function open(server: Parameters<typeof openReadWorld>[0]): Promise<ReadWorld> {
    world = await openReadWorld(server);
    writeFileSync(join(world.world.workspace, "talk.mjs"), TALK);
    return world;
  }
  const talk = (text: string, name = ""): string => `node talk.mjs ${HOST} '${text}' ${name}`;

  it("carry an answer in pieces as they come, and its trailers", async () => {
    const server = secure().on("request", (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", trailer: "x-sum" });
      response.write("data: one\n\n");
      setTimeout(() => {
        response.addTrailers({ "x-sum": "two" });
        response.end("data: two\n\n");
      }, 300);
    });
    const opened = await open(server);
    const script = `
      fetch("https://${HOST}/").then(async (r) => { for await (const piece of r.body) console.log(Buffer.from(piece).toString().trim()); });`;
    expect((await opened.run(`node -e '${script}'`)).output).toBe("data: one\ndata: two\n");
    const raw = await opened.run(
      talk(`GET / HTTP/1.1\\r\\nHost: ${HOST}\\r\\nConnection: close\\r\\n\\r\\n`),
    );
    expect(raw.output).toMatch(/0\r\nx-sum: two\r\n/i);
  });

  it("ask for their body only when they were let through", async () => {
    const lines: string[] = [];
    const server = secure().on("request", (request, response) => {
      let bytes = 0;
      request.on("data", (data: Buffer) => {
        bytes += data.length;
      });
      request.on("end", () => {
        lines.push(`${request.url} ${bytes}`);
        response.end(String(bytes));
      });
    });
    const opened = await open(server);
    const gate = readingGate(({ urlPath }) => (urlPath === "/no" ? "not there" : null));
    const put = (path: string) =>
      `head -c 300000 /dev/zero | curl -s --http1.1 -H 'Expect: 100-continue' -T - https://${HOST}${path} -w ' %{http_code} %{size_upload}\\n'`;
    const { output } = await opened.run(`${put("/yes")}; ${put("/no")}`, gate);
    expect(output).toMatch(/^300000 200 /);
    expect(output).toContain("not there\n 403 0\n");
    expect(lines).toEqual(["/yes 300000"]);
  });

  it("become a WebSocket when the server agrees", async () => {
    const server = secure();
    server.on("upgrade", (request, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`,
      );
      socket.on("data", (data: Buffer) => socket.end(`heard ${data}`));
    });
    const opened = await open(server);
    const said = `GET /ws HTTP/1.1\\r\\nHost: ${HOST}\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\nhello`;
    const { output } = await opened.run(talk(said));
    expect(output).toMatch(/^HTTP\/1\.1 101 [\s\S]*heard hello$/);
    const gate = readingGate(({ urlPath }) => (urlPath === "/ws" ? "not that" : null));
    expect((await opened.run(talk(said), gate)).output).toContain("not that");
  });

  it("hand a redirect back, and judge where it leads as a request of its own", async () => {
    const server = secure().on("request", (request, response) => {
      if (request.headers.host === HOST || request.authority === HOST)
        response.writeHead(302, { location: "https://other.test/x" });
      response.end("end");
    });
    const opened = await open(server);
    const gate = readingGate(({ host }) => (host === HOST ? null : "no rule opens it"));
    const { output, report } = await opened.run(`curl -s -L https://${HOST}/`, gate);
    expect(output).toContain("other.test:443 is not open to this command: no rule opens it");
    expect(report.hosts).toContainEqual({
      host: "other.test",
      port: 443,
      allowed: false,
      reason: "no rule opens it",
    });
  });

  const whole = (line: string, ...headers: readonly string[]): string =>
    [line, `Host: ${HOST}`, ...headers, "", ""].join("\\r\\n");
  const chunked = "Transfer-Encoding: chunked";
  it.each([
    [
      "both a length and chunks",
      `${whole("POST / HTTP/1.1", "Content-Length: 4", chunked)}0\\r\\n\\r\\nGET /b HTTP/1.1\\r\\nHost: ${HOST}\\r\\n\\r\\n`,
    ],
    [
      "two lengths",
      `${whole("POST / HTTP/1.1", "Content-Length: 0", "Content-Length: 30")}GET /b HTTP/1.1\\r\\nHost: ${HOST}\\r\\n\\r\\n`,
    ],
    [
      "bare line feeds",
      `GET / HTTP/1.1\\nHost: ${HOST}\\n\\nGET /b HTTP/1.1\\r\\nHost: ${HOST}\\r\\n\\r\\n`,
    ],
    ["a folded header", whole("GET / HTTP/1.1", "X: a\\r\\n b")],
    ["a name with a space", whole("GET / HTTP/1.1", "Content-Length : 3")],
    ["another coding", whole("POST / HTTP/1.1", "Transfer-Encoding: xchunked")],
    ["no HTTP at all", "SSH-2.0-OpenSSH_9\\r\\n"],
  ])("are refused and recorded with %s", async (_what, text) => {
    const heard: string[] = [];
    const server = secure().on("request", (request, response) => {
      heard.push(request.url ?? "");
      response.end();
    });
    const opened = await open(server);
    const { output, report } = await opened.run(talk(text));
    expect(output).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard).not.toContain("/b");
    expect(report.hosts).toContainEqual({
      host: HOST,
      port: 443,
      allowed: false,
      reason: "what was sent is no HTTP request.",
    });
  });

  it.each([
    ["the Host of another", `GET / HTTP/1.1\\r\\nHost: other.test\\r\\n\\r\\n`, ""],
    [
      "a whole URL of another",
      `GET https://other.test/ HTTP/1.1\\r\\nHost: ${HOST}\\r\\n\\r\\n`,
      "",
    ],
    ["two hosts", `GET / HTTP/1.1\\r\\nHost: ${HOST}\\r\\nHost: other.test\\r\\n\\r\\n`, ""],
    ["a user before the host", `GET / HTTP/1.1\\r\\nHost: ${HOST}@other.test\\r\\n\\r\\n`, ""],
    [
      "another name in the handshake",
      `GET / HTTP/1.1\\r\\nHost: ${HOST}\\r\\n\\r\\n`,
      "other.test",
    ],
  ])("are refused and recorded with %s", async (_what, text, name) => {
    const heard: string[] = [];
    const server = secure().on("request", (request, response) => {
      heard.push(request.url ?? "");
      response.end();
    });
    const opened = await open(server);
    const { output, report } = await opened.run(talk(text, name));
    expect(output).toMatch(/^HTTP\/1\.1 421 /);
    expect(heard).toEqual([]);
    expect(report.hosts.some(({ reason }) => reason?.includes("another host"))).toBe(true);
  });

  it("are told apart by the handshake of their own connection, however many a command has", async () => {
    const server = secure().on("request", (_request, response) => response.end("ok"));
    const opened = await open(server);
    const said = `GET / HTTP/1.1\\r\\nHost: ${HOST}\\r\\nConnection: close\\r\\n\\r\\n`;
    const three = [talk(said), talk(said, "other.test"), talk(said)].join("; ");
    const { output } = await opened.run(three);
    expect(output.match(/HTTP\/1\.1 \d+/g)).toEqual([
      "HTTP/1.1 200",
      "HTTP/1.1 421",
      "HTTP/1.1 200",
    ]);
  });

  it("are not sent to a server whose certificate is for another name, and that is told", async () => {
    const heard: string[] = [];
    const server = secure().on("request", (request, response) => {
      heard.push(request.url ?? "");
      response.end();
    });
    const opened = await open(server);
    const { output, report } = await opened.run("curl -s https://wrong.test/ -w '%{http_code}'");
    expect(output).toBe("toolplane: wrong.test: the certificate is for another host\n502");
    expect(heard).toEqual([]);
    expect(report.hosts).toContainEqual({
      host: "wrong.test",
      port: 443,
      allowed: false,
      reason: "wrong.test: the certificate is for another host",
    });
  });

  it("hold little of an answer without end that the command does not read", async () => {
    let sent = 0;
    const server = secure().on("request", (_request, response) => {
      const push = (): void => {
        if (response.destroyed) return;
        sent += PIECE.length;
        if (response.write(PIECE)) setImmediate(push);
        else response.once("drain", push);
      };
      push();
    });
    const opened = await open(server);
    // A reader that takes its first byte after the pipes are full.
    const { output } = await opened.run(
      `curl -s https://${HOST}/ | { sleep 2; head -c 1000 | wc -c; }`,
    );
    expect(output.trim()).toBe("1000");
    expect(sent).toBeLessThan(MOST_HELD);
  });

  it("end with the command when a server stalls", async () => {
    const opened = await open(secure().on("request", () => {}));
    const { output } = await opened.run(`curl -s -m 1 https://${HOST}/; echo $?`);
    expect(output).toBe("28\n");
    expect((await opened.run("echo alive")).output).toBe("alive\n");
  });

  it("survive a client that resets streams as fast as it can", async () => {
    const server = secure().on("request", (_request, response) => response.end("ok"));
    const opened = await open(server);
    const script = `
      const { connect } = require("node:http2");
      const { request } = require("node:http");
      const proxy = new URL(process.env.HTTP_PROXY);
      const authorization = "Basic " + Buffer.from(proxy.username + ":" + proxy.password).toString("base64");
      request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: "${HOST}:443", headers: { "proxy-authorization": authorization } })
        .on("connect", (a, socket) => {
          const tls = require("node:tls").connect({ socket, servername: "${HOST}", ALPNProtocols: ["h2"] });
          const session = connect("https://${HOST}", { createConnection: () => tls });
          session.on("error", () => {}).on("close", () => { console.log("cut"); process.exit(0); });
          let rounds = 0; const push = () => { rounds += 1; for (let i = 0; i < 200; i += 1) { const s = session.request({ ":path": "/" }); s.on("error", () => {}); s.close(8); } if (!session.destroyed && rounds < 20) setTimeout(push, 20); };
          session.on("connect", push);
        }).end();
      setTimeout(() => { console.log("alive"); process.exit(0); }, 3000);`;
    writeFileSync(join(opened.world.workspace, "reset.cjs"), script);
    expect((await opened.run("node reset.cjs")).output).toMatch(/^(?:cut|alive)\n$/);
    expect((await opened.run(`curl -s https://${HOST}/`)).output).toBe("ok");
  });

  it("reach an address of the sixth version by its own name", async () => {
    const server = createHttpServer((request, response) => response.end(request.headers.host));
    const opened = await open(server);
    const { output } = await opened.run("curl -s -g 'http://[2001:db8::7]:8080/a'");
    expect(output).toBe("[2001:db8::7]:8080");
  });
});
