import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { processesOf } from "./processes-of.ts";
import { type RunningServer, serve } from "./running-server.ts";
import { createClient, REVISIONS, textOf } from "./world.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function open(): CliWorld {
  const world = openCliWorld({ "a.txt": "alpha\n" });
  cleanups.push(() => world.remove());
  return world;
}

async function start(world: CliWorld, words?: readonly string[]): Promise<RunningServer> {
  const server = await serve(world, words);
  cleanups.push(() => server.child.kill("SIGKILL"));
  return server;
}

async function connect(
  { url, token }: Pick<RunningServer, "url" | "token">,
  { revision = "2025-11-25" }: { readonly revision?: (typeof REVISIONS)[number] } = {},
) {
  const client = createClient(revision);
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  cleanups.push(() => client.close());
  return client;
}

describe("toolplane serve", () => {
  it.each(REVISIONS)(
    "serves the SDK's own client of revision %s until it is told to end",
    async (revision) => {
      const world = open();
      const server = await start(world);
      const client = await connect(server, { revision });
      const read = await client.callTool({ name: "read", arguments: { path: "a.txt" } });
      expect(textOf(read)).toContain("alpha");
      const refused = await client.callTool({
        name: "write",
        arguments: { path: ".envrc", content: "" },
      });
      expect(textOf(refused)).toContain("cannot be asked");
      expect(await server.stop()).toBe(0);
      await expect.poll(() => processesOf(world.root)).toEqual([]);
    },
  );

  it("keeps its token for its owner only, and the same one the next time", async () => {
    const world = open();
    const first = await start(world);
    const file = join(world.data, "mcp.token");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toMatch(/^[\w-]{43}\n$/);
    await first.stop();
    const second = await start(world);
    expect(second.token).toBe(first.token);
    const line = processesOf(world.root).find((text) => text.includes(" serve ")) ?? "";
    expect(line).not.toContain(first.token);
    expect(second.stderr()).not.toContain(first.token);
  });

  it("takes the token from a file or a variable instead", async () => {
    const world = open();
    const given = "a-token-that-was-chosen-by-hand";
    const file = join(world.root, "token");
    writeFileSync(file, `${given}\n`, { mode: 0o600 });
    const server = await start(world, ["serve", "--port", "0", "--token-file", file]);
    expect(server.token).toBe(given);
    await connect(server);
  });

  it("refuses a token that others can read, a short one, and a file that is not there", async () => {
    const world = open();
    const file = join(world.root, "token");
    writeFileSync(file, "a-token-that-others-can-read\n");
    chmodSync(file, 0o644);
    const serveWith = (words: readonly string[], env = {}) =>
      world.run(["serve", "--port", "0", ...words], { env });
    expect(await serveWith(["--token-file", file])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("chmod 600"),
    });
    expect(await serveWith([], { TOOLPLANE_TOKEN: "short" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("at least 16"),
    });
    expect(await serveWith(["--token-file", join(world.root, "none")])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no such file"),
    });
  });

  it.each([
    [["--address", "0.0.0.0"], "can be reached from other machines"],
    [["--address", "192.0.2.1"], "can be reached from other machines"],
    [["--address", "::"], "can be reached from other machines"],
    [["--address", "0.0.0.0", "--allow-remote"], "needs the names"],
    [["--address", "tools.example"], "must be an IP address"],
    [["--port", "65536"], "whole number up to 65535"],
    [["--port", "1.5"], "whole number up to 65535"],
    [["--port", "x"], "must be a number"],
    [["--allow-origin", "app.example"], "a scheme, a host and nothing more"],
    [["--allow-origin", "https://app.example/path"], "a scheme, a host and nothing more"],
  ])("refuses %j and changes nothing", async (words, text) => {
    const world = open();
    expect(await world.run(["serve", ...words])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(text),
    });
    expect(() => statSync(world.data)).toThrow("ENOENT");
  });

  it("says what to do when its port is taken", async () => {
    const world = open();
    const taken: Server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    cleanups.push(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    for (const command of ["serve", "start"])
      expect(await world.run([command, "--port", String(port)])).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining(`toolplane ${command} --port ${port + 1}`),
      });
  });

  it("prints its address alone, and where the token is only on a terminal", async () => {
    const world = open();
    for (const isTerminal of [false, true]) {
      const abort = new AbortController();
      const printed = Promise.withResolvers<void>();
      const onOutput = (): void => printed.resolve();
      const running = world.run(["serve", "--port", "0"], { isTerminal, abort, onOutput });
      await Promise.race([printed.promise, running]);
      abort.abort();
      const { code, stdout, stderr } = await running;
      expect([code, stdout]).toEqual([
        130,
        expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp\n$/),
      ]);
      expect(stderr.includes("mcp.token")).toBe(isTerminal);
    }
  });
});

describe("toolplane start", () => {
  it("shows what to paste and each call as it settles, with foreign text made visible", async () => {
    const world = open();
    const child = world.spawn(["start", "--port", "0"]);
    cleanups.push(() => child.kill("SIGKILL"));
    let said = "";
    child.stdout?.on("data", (text) => {
      said += String(text);
    });
    await expect.poll(() => said).toContain("Calls stand here");
    const url = /http:\S+/.exec(said)?.[0] ?? "";
    const token = readFileSync(join(world.data, "mcp.token"), "utf8").trim();
    expect(said).toMatch(
      new RegExp(
        `claude mcp add toolplane -- ${process.execPath} /\\S+ mcp --workspace ${world.workspace}\n`,
      ),
    );
    expect(said).not.toContain(token);
    const client = await connect({ url, token });
    await client.callTool({ name: "read", arguments: { path: "a.txt" } });
    await client.callTool({ name: "read", arguments: { path: "no\u001b[2J\u202ename.txt" } });
    await client.callTool({ name: "write", arguments: { path: ".envrc", content: "x" } });
    await expect.poll(() => said).toMatch(/✗ write .*denied/);
    expect(said).toMatch(/✓ read {2}a\.txt .*\d+ m?s\n/);
    expect(said).toContain("no\\u{1b}[2J\\u{202e}name.txt");
    expect(said).not.toContain("\u001b[2J");
    for (const line of said.split("\n").filter((text) => /^ {2}[✓✗!]/.test(text)))
      expect(line.length).toBeLessThanOrEqual(80);
    child.kill("SIGINT");
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(130);
  });

  it("names the clients it knows when it is given another", async () => {
    expect(await open().run(["start", "--client", "emacs"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("claude-code, codex, opencode, gemini"),
    });
  });
});
