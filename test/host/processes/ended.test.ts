import { createServer as createHttpServer } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import { type AddressInfo, connect, type Server } from "node:net";
import { Readable } from "node:stream";
import { type NetTarget, type ProcessResult, ToolError } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import { TEST_AUTHORITY, TEST_SERVER } from "@toolplane/disk/fixtures";
import { createEgress } from "@toolplane/disk/inside";
import type { RelayService } from "@toolplane/disk/net";
import { createScriptedGate } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld, type World, type WorldOptions } from "./fixture.ts";

const HOST = "secure.test";

describe.skipIf(!hasSandbox)("a host whose TLS ends at the relay (needs bubblewrap)", () => {
  const worlds: World[] = [];
  const servers: { close(): unknown }[] = [];
  afterEach(async () => {
    await Promise.all(worlds.splice(0).map((world) => world.close()));
    for (const server of servers.splice(0)) server.close();
  });

  /** Every host is looked up at one public address, and every connection goes to this port of loopback. */
  function open(port: number, options: WorldOptions = {}): World {
    const world = openWorld({
      graceMs: 200,
      extraCertificates: [TEST_AUTHORITY],
      egress: createEgress({
        resolver: { resolve: async () => ["192.0.2.1"] },
        connector: {
          connect: () =>
            new Promise((resolve, reject) => {
              const socket = connect(port, "127.0.0.1", () => resolve(socket));
              socket.once("error", reject);
            }),
        },
      }),
      ...options,
    });
    worlds.push(world);
    return world;
  }
  function run(world: World, shell: string, gate: Gate): Promise<ProcessResult> {
    return world.processes.run(
      { command: { shell }, cwd: world.workspace, env: {}, timeoutMs: 60_000 },
      world.context({ gate }),
    );
  }
  async function listen(server: Server | Http2SecureServer): Promise<number> {
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
    return (server.address() as AddressInfo).port;
  }
  function secure(): Http2SecureServer {
    return createSecureServer({ ...TEST_SERVER, allowHTTP1: true });
  }
  /** Reads requests, and refuses what the script says. */
  function reading(refuse: (target: NetTarget) => string | null, asked: NetTarget[] = []): Gate {
    const gate = createScriptedGate((access) =>
      access.capability === "net.fetch" ? refuse(access) : null,
    );
    return {
      ...gate,
      needsRequests: () => true,
      ask: (access) => {
        if (access.capability === "net.fetch") asked.push(access);
        return gate.ask(access);
      },
    };
  }

  it.each(["--http1.1", "--http2"])("is judged request by request (curl %s)", async (version) => {
    const server = secure().on("request", (request, response) => {
      response.end(`${request.method} ${request.url}`);
    });
    const asked: NetTarget[] = [];
    const gate = reading(({ method }) => (method === "POST" ? "a rule denies POST" : null), asked);
    const url = `https://${HOST}/a/../v1?q=1`;
    const result = await run(
      open(await listen(server)),
      `curl -s ${version} ${url}; echo; curl -s ${version} -d x=1 -w '%{http_code} %{http_version}' ${url}`,
      gate,
    );
    expect(result.output).toBe(
      `GET /v1?q=1\ntoolplane: ${HOST}:443 is not open to this command: a rule denies POST\n403 ${version === "--http2" ? "2" : "1.1"}`,
    );
    expect(asked.map(({ method, urlPath }) => `${method} ${urlPath}`)).toEqual([
      "GET /v1",
      "POST /v1",
    ]);
    expect(result.report.hosts).toEqual([
      { host: HOST, port: 443, allowed: true },
      { host: HOST, port: 443, allowed: false, reason: "a rule denies POST" },
    ]);
  });

  it("is read likewise when the client comes by SOCKS", async () => {
    const server = secure().on("request", (request, response) => response.end(request.url));
    const gate = reading(({ urlPath }) => (urlPath === "/no" ? "not that" : null));
    const socks = 'curl -s -m 20 --proxy "${HTTPS_PROXY/#http/socks5h}"';
    const shell = `${socks} https://${HOST}/yes; ${socks} https://${HOST}/no`;
    const { output } = await run(open(await listen(server)), shell, gate);
    expect(output).toBe(`/yestoolplane: ${HOST}:443 is not open to this command: not that\n`);
  });

  it("is answered by a service of ours, which may send requests on or refuse them", async () => {
    const server = secure().on("request", (request, response) => {
      response.setHeader("x-seen", request.headers["x-asked"] ?? "nothing");
      response.end(`upstream ${request.url}`);
    });
    const service: RelayService = {
      serves: ({ host }) => host === HOST,
      async handle(request, onward) {
        const { urlPath = "" } = request.target;
        if (urlPath === "/no")
          throw new ToolError("permission_denied", "the lock does not name it");
        if (urlPath === "/own")
          return { status: 200, headers: [["x-own", "yes"]], body: Readable.from(["ours"]) };
        return onward({ ...request, headers: [["x-asked", "by the service"]] });
      },
    };
    const world = open(await listen(server), { services: async () => [service] });
    const nobody: Gate = {
      ...createScriptedGate(() => "no rule opens it"),
      ask: async () => {
        throw new TypeError("the service judges for itself");
      },
    };
    const shell = ["own", "no", "up"]
      .map((path) => `curl -s -D - -o - https://${HOST}/${path} | tr -d '\\r'`)
      .join("; ");
    const { output } = await run(world, shell, nobody);
    expect(output).toContain("x-own: yes");
    expect(output).toContain("ours");
    expect(output).toContain(`${HOST}:443 is not open to this command: the lock does not name it`);
    expect(output).toContain("x-seen: by the service");
    expect(output).toContain("upstream /up");
  });

  it("reads plain requests in a tunnel likewise", async () => {
    const server = createHttpServer((request, response) => response.end(`plain ${request.url}`));
    const gate = reading(({ urlPath }) => (urlPath === "/no" ? "not that" : null));
    const world = open(await listen(server));
    const shell = `curl -s -p http://${HOST}:80/yes; curl -s -p http://${HOST}:80/no`;
    expect((await run(world, shell, gate)).output).toBe(
      `plain /yestoolplane: ${HOST}:80 is not open to this command: not that\n`,
    );
  });

  it("is trusted inside by what programs look at, and by no other session", async () => {
    const server = secure().on("request", (_request, response) => response.end("read "));
    const port = await listen(server);
    const gate = reading(() => null);
    const url = `https://${HOST}/`;
    const python = `python3 -c 'import urllib.request as u; print(u.urlopen("${url}").read().decode(), end="")'`;
    const node = `node -e 'fetch("${url}").then((r) => r.text()).then((t) => process.stdout.write(t))'`;
    const world = open(port);
    const shell = `curl -s ${url}; ${node}; ${python}; cat $NODE_EXTRA_CA_CERTS > kept.pem; touch $SSL_CERT_FILE 2>/dev/null || echo closed; ls /mnt`;
    const { output } = await run(world, shell, gate);
    expect(output).toBe("read read read closed\nauthority.pem\nbundle.pem\ncacerts\n");
    const other = open(port);
    const foreign = await world.processes.run(
      {
        command: { shell: `curl -s --cacert kept.pem ${url}; echo $?` },
        cwd: world.workspace,
        env: {},
        timeoutMs: 60_000,
      },
      other.context({ gate, sessionId: "session_0002" }),
    );
    expect(foreign.output).toBe("60\n");
  });

  it("is told by name when a program does not take its certificate", async () => {
    const world = open(await listen(secure()));
    const { output, report } = await run(
      world,
      `curl -s --cacert /etc/ssl/certs/ca-certificates.crt https://${HOST}/; echo $?`,
      reading(() => null),
    );
    expect(output).toBe("60\n");
    expect(report.hosts).toMatchObject([{ host: HOST, allowed: false }]);
    expect(report.hosts[0]?.reason).toContain(`"tunnel": ["${HOST}"] in your own configuration`);
  });

  it("is left alone where the person says so, and then its method is not known", async () => {
    const asked: NetTarget[] = [];
    const server = secure().on("request", (_request, response) => response.end("own"));
    const world = open(await listen(server), { tunnels: [HOST] });
    const { output } = await run(
      world,
      `curl -sk https://${HOST}/`,
      reading(() => null, asked),
    );
    expect(output).toBe("own");
    expect(asked).toEqual([{ capability: "net.fetch", scheme: "https", host: HOST, port: 443 }]);
  });
});
