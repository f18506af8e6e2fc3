import { createSecureServer, type Http2SecureServer } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import type { ProcessResult } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import { TEST_AUTHORITY, TEST_SERVER } from "@toolplane/disk/fixtures";
import { createEgress } from "@toolplane/disk/inside";
import { createScriptedGate } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld, type World, type WorldOptions } from "./fixture.ts";

const HOST = "secure.test";
const VALUE = "s3cret-value-that-no-command-has";
const BEARER = {
  name: "API_TOKEN",
  value: VALUE,
  for: [`GET ${HOST}/v1/**`],
  as: "bearer",
} as const;

describe.skipIf(!hasSandbox)("a credential that no command holds (needs bubblewrap)", () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  interface Heard {
    readonly line: string;
    readonly authorization: string | undefined;
    readonly key: string | undefined;
    body: string;
  }
  /** Tells what it heard, and repeats the authorization to whoever asked. */
  async function open(
    credentials: WorldOptions["credentials"],
  ): Promise<{ readonly world: World; readonly heard: Heard[] }> {
    const heard: Heard[] = [];
    const server: Http2SecureServer = createSecureServer({ ...TEST_SERVER, allowHTTP1: true });
    server.on("request", (request, response) => {
      const { authorization, "x-api-key": key } = request.headers;
      const one: Heard = {
        line: `${request.method} ${request.url}`,
        authorization,
        key: key as string | undefined,
        body: "",
      };
      heard.push(one);
      request.on("data", (data: Buffer) => {
        one.body += data.toString("latin1");
      });
      if (request.url === "/v1/away")
        response.writeHead(302, { location: "https://other.test/v1/x" });
      request.on("end", () => response.end(`heard ${authorization ?? key}`));
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const world = openWorld({
      graceMs: 200,
      extraCertificates: [TEST_AUTHORITY],
      credentials: credentials ?? [],
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
    });
    closers.push(
      () => world.close(),
      () => server.close(),
    );
    return { world, heard };
  }
  function run(
    world: World,
    shell: string,
    gate: Gate = createScriptedGate(),
  ): Promise<ProcessResult> {
    return world.processes.run(
      { command: { shell }, cwd: world.workspace, env: {}, timeoutMs: 60_000 },
      world.context({ gate }),
    );
  }

  it("is put into the header, and taken out of the answer", async () => {
    const { world, heard } = await open([BEARER]);
    const shell = `curl -s -H "Authorization: Bearer $API_TOKEN" https://${HOST}/v1/x; env; cat /proc/self/environ`;
    const { output } = await run(world, shell);
    expect(heard).toMatchObject([{ line: "GET /v1/x", authorization: `Bearer ${VALUE}` }]);
    expect(output).toContain(`heard Bearer ${"*".repeat(VALUE.length)}`);
    expect(output).toMatch(/API_TOKEN=placeholder-[0-9a-f]{48}/);
    expect(output).not.toContain(VALUE);
  });

  it("is put after Basic for git and pip, and into a header of its own", async () => {
    const basic = { ...BEARER, for: [HOST], as: "basic" } as const;
    const { world, heard } = await open([
      basic,
      { ...BEARER, name: "API_KEY", for: [HOST], as: { header: "X-Api-Key" } },
    ]);
    await run(
      world,
      `curl -s -u "me:$API_TOKEN" https://${HOST}/a; curl -s -H "X-Api-Key: $API_KEY" https://${HOST}/b; git -c credential.helper='!f() { echo username=me; echo "password=$API_TOKEN"; }; f' ls-remote https://${HOST}/r.git; curl -s "https://me:$API_TOKEN@${HOST}/simple/"`,
    );
    const coded = `Basic ${Buffer.from(`me:${VALUE}`).toString("base64")}`;
    expect(heard[0]).toMatchObject({ line: "GET /a", authorization: coded });
    expect(heard[1]).toMatchObject({ line: "GET /b", key: VALUE });
    expect(heard.at(-1)).toMatchObject({ line: "GET /simple/", authorization: coded });
  });

  const auth = '-H "Authorization: Bearer $API_TOKEN"';
  it.each([
    ["another method", `curl -s ${auth} -X DELETE https://${HOST}/v1/x`],
    ["another path", `curl -s ${auth} https://${HOST}/v2/x`],
    ["a path that leads there", `curl -s --path-as-is ${auth} https://${HOST}/v1/../v2/x`],
    ["an encoded path that leads there", `curl -s ${auth} https://${HOST}/v1/..%2fv2/x`],
    ["another header", `curl -s -H "X-Else: $API_TOKEN" https://${HOST}/v1/x`],
    ["another scheme of authorization", `curl -s -u "me:$API_TOKEN" https://${HOST}/v1/x`],
    [
      "more than the placeholder",
      `curl -s -H "Authorization: Bearer $API_TOKEN-x" https://${HOST}/v1/x`,
    ],
    ["the query", `curl -s "https://${HOST}/v1/x?t=$API_TOKEN"`],
    ["the path", `curl -s "https://${HOST}/v1/$API_TOKEN"`],
    ["a body", `curl -s -d "t=$API_TOKEN" https://${HOST}/v1/x`],
    ["plain HTTP", `curl -s ${auth} http://${HOST}/v1/x`],
    [
      "a signed request",
      `curl -s -H "Authorization: AWS4-HMAC-SHA256 Credential=$API_TOKEN/x" https://${HOST}/v1/x`,
    ],
    [
      "an address that was signed",
      `curl -s "https://${HOST}/v1/x?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=0"`,
    ],
  ])("is refused, told and recorded in %s, and nothing of it leaves", async (_place, shell) => {
    const { world, heard } = await open([BEARER]);
    const { output, report } = await run(world, shell);
    expect(output).toContain("API_TOKEN");
    expect(report.hosts.find(({ allowed }) => !allowed)?.reason).toContain("API_TOKEN");
    expect(JSON.stringify(heard)).not.toMatch(/placeholder-|s3cret/);
  });

  it("goes to no other host: where that is read it is refused, and through a tunnel goes the placeholder", async () => {
    const { world, heard } = await open([BEARER]);
    const shell = `curl -s -L -k --location-trusted ${auth} https://${HOST}/v1/away`;
    const reads = { ...createScriptedGate(), needsRequests: () => true };
    const read = await run(world, shell, reads);
    expect(read.output).toContain("other.test:443 is not open to this command: API_TOKEN stands");
    expect(heard.map(({ line }) => line)).toEqual(["GET /v1/away"]);
    await run(world, shell);
    expect(heard.map(({ line }) => line)).toEqual(["GET /v1/away", "GET /v1/away", "GET /v1/x"]);
    expect(heard[2]?.authorization).toMatch(/^Bearer placeholder-/);
  });

  it("is found in a body that comes in many pieces", async () => {
    const { world, heard } = await open([BEARER]);
    const pieces = `(head -c 100000 /dev/zero; printf %s "$API_TOKEN" | head -c 20; sleep 0.3; printf %s "$API_TOKEN" | tail -c +21; head -c 100000 /dev/zero)`;
    const { report } = await run(world, `${pieces} | curl -s -T - https://${HOST}/v1/x`);
    expect(report.hosts.some(({ reason }) => reason?.includes("API_TOKEN"))).toBe(true);
    expect(heard.map(({ body }) => body).join("")).not.toContain("placeholder-");
  });

  it.each(["two\nlines", "", "with\0zero"])(
    "refuses a value that no header can hold (%j)",
    async (value) => {
      const { world } = await open([{ ...BEARER, value }]);
      await expect(run(world, "true")).rejects.toThrow(/secrets\.API_TOKEN/);
    },
  );
});
