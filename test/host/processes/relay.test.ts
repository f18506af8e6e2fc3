import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import type { ProcessResult } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import { createFakeClock, createScriptedGate } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type ContextOptions, openWorld, type World, type WorldOptions } from "./fixture.ts";

/** Talks to the relay byte by byte: `node talk.mjs TEXT` with \r\n written as \\r\\n. */
const TALK = `
import { connect } from "node:net";
const proxy = new URL(process.env.HTTP_PROXY);
const socket = connect(Number(proxy.port), proxy.hostname);
socket.write(process.argv[2].replaceAll("\\\\r", "\\r").replaceAll("\\\\n", "\\n"));
socket.on("data", (data) => process.stdout.write(data));
socket.on("error", () => {});
`;

/** With the credentials of the running command in T. */
const withToken = (shell: string) =>
  `T=$(printf %s "$HTTP_PROXY" | sed 's#^http://##; s#@.*##'); ${shell}`;

describe.skipIf(!hasSandbox)("the relay of a sandboxed command (needs bubblewrap)", () => {
  const worlds: World[] = [];
  const servers: { close(): unknown }[] = [];
  afterEach(async () => {
    await Promise.all(worlds.splice(0).map((world) => world.close()));
    for (const server of servers.splice(0)) server.close();
  });
  function open(options: WorldOptions = {}): World {
    const world = openWorld({ graceMs: 200, ...options });
    worlds.push(world);
    writeFileSync(join(world.workspace, "talk.mjs"), TALK);
    return world;
  }
  function run(
    world: World,
    shell: string,
    given: ContextOptions & { readonly timeoutMs?: number } = {},
  ): Promise<ProcessResult> {
    const { timeoutMs = 30_000, ...context } = given;
    return world.processes.run(
      { command: { shell }, cwd: world.workspace, env: {}, timeoutMs },
      world.context(context),
    );
  }
  async function serve(
    answer: (url: string, host: string | undefined) => string = (url) => `served ${url}`,
  ): Promise<number> {
    const server: Server = createHttpServer((request, response) => {
      response.end(answer(request.url ?? "", request.headers.host));
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }
  const only =
    (...allowed: readonly string[]) =>
    (access: { readonly capability: string; readonly host?: string }) =>
      allowed.includes(access.host ?? "") ? null : "no rule opens it";

  it("is the only way out: a direct connection finds nobody", async () => {
    const port = await serve();
    const world = open();
    const shell = `curl -s -m 5 --noproxy '*' http://127.0.0.1:${port}/ || echo "closed $?"`;
    expect((await run(world, shell)).output).toBe("closed 7\n");
  });

  it("forwards plain HTTP to the target's own host, and reports it", async () => {
    const port = await serve((url, host) => `${host}${url}`);
    const result = await run(
      open(),
      `curl -s -H 'Host: other.example' http://web.example:${port}/a?b=1`,
      {
        refuse: only("web.example", "127.0.0.1"),
      },
    );
    expect(result.output).toBe(`web.example:${port}/a?b=1`);
    expect(result.report.hosts).toEqual([{ host: "web.example", port, allowed: true }]);
  });

  it("tunnels, by CONNECT and by SOCKS with a name", async () => {
    const port = await serve();
    const world = open();
    const refuse = only("web.example", "127.0.0.1");
    const tunnel = await run(world, `curl -s -p http://web.example:${port}/t`, { refuse });
    expect(tunnel.output).toBe("served /t");
    const socks = `curl -s -x "\${HTTP_PROXY/http:/socks5h:}" http://web.example:${port}/s`;
    expect((await run(world, socks, { refuse })).output).toBe("served /s");
    const address = `curl -s -x "\${HTTP_PROXY/http:/socks5:}" http://127.0.0.1:${port}/4`;
    expect((await run(world, address, { refuse })).output).toBe("served /4");
  });

  it("refuses a host with its name in the answer, and reports it", async () => {
    const result = await run(
      open(),
      "curl -s http://closed.example/; curl -s -o /dev/null -w '%{http_connect}' https://closed.example/",
      { refuse: only() },
    );
    expect(result.output).toContain(
      "closed.example:80 is not open to this command: no rule opens it",
    );
    expect(result.output).toContain("403");
    expect(result.report.hosts).toEqual([
      { host: "closed.example", port: 80, allowed: false, reason: "no rule opens it" },
      { host: "closed.example", port: 443, allowed: false, reason: "no rule opens it" },
    ]);
  });

  it("carries another protocol once the server agreed to it with a 101", async () => {
    const server = createHttpServer();
    server.on("upgrade", (_request, socket) => {
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n",
      );
      socket.on("data", (data: Buffer) => socket.end(`heard ${data}`));
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const said = `GET http://web.example:${port}/ HTTP/1.1\\r\\nConnection: upgrade\\r\\nUpgrade: echo\\r\\nProxy-Authorization: Basic $(printf %s "$T" | base64 -w0)\\r\\n\\r\\nhello`;
    const { output } = await run(open(), withToken(`node talk.mjs "${said}"`), {
      refuse: only("web.example", "127.0.0.1"),
    });
    expect(output).toContain("101 Switching Protocols");
    expect(output).toContain("heard hello");
  });

  // SECURITY.md: "behind a request that asks for another protocol nothing follows before the server agreed".
  it("lets no second request through behind an Upgrade that the server did not agree to", async () => {
    const heard: string[] = [];
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data) => {
        heard.push(data.toString());
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const first = `GET http://web.example:${port}/a HTTP/1.1\\r\\nConnection: upgrade\\r\\nUpgrade: x\\r\\nProxy-Authorization: Basic $(printf %s "$T" | base64 -w0)\\r\\n\\r\\n`;
    const second = "GET /b HTTP/1.1\\r\\nHost: cdn.example\\r\\n\\r\\n";
    await run(open(), withToken(`timeout 5 node talk.mjs "${first}${second}"`), {
      refuse: only("web.example", "127.0.0.1"),
    });
    expect(heard.join("")).toContain("GET /a HTTP/1.1");
    expect(heard.join("")).not.toContain("/b");
  });

  it("serves nobody without the token of a running command", async () => {
    const port = await serve();
    const world = open();
    const ask = (proxy: string) =>
      run(world, `curl -s -x ${proxy} http://web.example:${port}/ -w '%{http_code}'`);
    const bare = "http://${HTTP_PROXY#*@}";
    expect((await ask(`"${bare}"`)).output).toMatch(/407$/);
    expect((await ask(`"http://toolplane:wrong@\${HTTP_PROXY#*@}"`)).output).toMatch(/407$/);
    const { output: stale } = await run(world, "echo $HTTP_PROXY");
    const late = await ask(stale.trim());
    expect(late.output).toMatch(/407$/);
    expect(late.report.hosts).toEqual([]);
  });

  it("knows two commands of one session apart", async () => {
    const port = await serve();
    const world = open();
    const shell = `curl -s -o /dev/null -w '%{http_code}' http://web.example:${port}/`;
    const [yes, no] = await Promise.all([
      run(world, shell, { refuse: only("web.example", "127.0.0.1") }),
      run(world, shell, { refuse: only() }),
    ]);
    expect([yes.output, no.output]).toEqual(["200", "403"]);
  });

  it("asks while the command waits, and its deadline with it", async () => {
    const port = await serve();
    const clock = createFakeClock();
    const gate: Gate = {
      ...createScriptedGate(),
      ask: async () => {
        await clock.advance(60_000);
        return { allowed: true, predicted: false };
      },
    };
    const result = await run(open({ clock }), `curl -s http://web.example:${port}/asked`, {
      gate,
      timeoutMs: 1_000,
    });
    expect(result).toMatchObject({ timedOut: false, output: "served /asked" });
  });

  it("lets a command reach its own servers, without a question", async () => {
    const gate: Gate = {
      ...createScriptedGate(() => "no rule opens it"),
      ask: async () => {
        throw new TypeError("nobody is asked about loopback");
      },
    };
    const script = `
      node -e 'require("http").createServer((q, r) => r.end("inner")).listen(4567, "127.0.0.1", () => console.log("up"))' > up &
      until [ -s up ]; do sleep 0.02; done
      curl -s http://localhost:4567/; curl -s http://127.0.0.1:4567/; curl -s -p http://localhost:4567/`;
    const result = await run(open(), script, { gate });
    expect(result.output).toBe("innerinnerinner");
    expect(result.report.hosts).toEqual([]);
  });

  it("reaches a listed server of the person's loopback, and no other", async () => {
    const port = await serve();
    const world = open();
    const shell = `curl -s http://127.0.0.1:${port}/outer`;
    const listed = await run(world, shell, { refuse: only("127.0.0.1") });
    expect(listed.output).toBe("served /outer");
    const unlisted = await run(world, shell, { refuse: only() });
    expect(unlisted.output).toContain(`127.0.0.1:${port} is not open to this command`);
    expect(unlisted.report.hosts).toEqual([
      { host: "127.0.0.1", port, allowed: false, reason: "no rule opens it" },
    ]);
  });

  it("answers every time when nobody listens inside and outside is refused", async () => {
    const port = await serve();
    const world = open();
    const ask = `curl -s -m 20 -o /dev/null -w '%{http_code} ' http://127.0.0.1:${port}/`;
    const shell = `for i in 1 2 3 4 5; do ${ask}; done`;
    const refuse = () => "no rule opens it";
    const runs = await Promise.all([1, 2, 3, 4].map(() => run(world, shell, { refuse })));
    expect(runs.map(({ output }) => output)).toEqual(Array(4).fill("403 ".repeat(5)));
  });

  it("has no variables and no network where the confinement has none", async () => {
    const world = open();
    const result = await run(world, "env | grep -ic '_proxy='; cat /proc/net/tcp | wc -l", {
      network: "none",
    });
    expect(result.output).toBe("0\n1\n");
  });

  it("refuses what is no proxy request, and survives it", async () => {
    const world = open();
    for (const text of [
      "GET / HTTP/1.1\\r\\n\\r\\n",
      "no words\\r\\n\\r\\n",
      "CONNECT x HTTP/1.1\\r\\n\\r\\n",
    ]) {
      const { output } = await run(world, `node talk.mjs '${text}'`);
      expect(output).toMatch(/^HTTP\/1\.1 40[07] /);
    }
    const { output } = await run(world, `node talk.mjs "$(head -c 80000 /dev/zero | tr '\\0' a)"`);
    expect(output).toMatch(/^HTTP\/1\.1 400 /);
    expect((await run(world, "echo alive")).output).toBe("alive\n");
  });

  it("carries much data without holding it", async () => {
    const bytes = 50_000_000;
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n`);
      let left = bytes;
      const push = (): void => {
        while (left > 0) {
          const piece = Math.min(left, 65_536);
          left -= piece;
          if (!socket.write(Buffer.alloc(piece, 97))) return void socket.once("drain", push);
        }
        socket.end();
      };
      push();
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { output } = await run(open(), `curl -s http://web.example:${port}/ | wc -c`);
    expect(output.trim()).toBe(String(bytes));
  });
});
