import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SetupStep } from "./harness/attack-case.ts";
import { createFixture, type Fixture } from "./harness/fixture.ts";
import { plantSidecarLinks } from "./harness/plant-sidecar.ts";
import { type LoopbackNetwork, startNetwork } from "./harness/setup/loopback-network.ts";
import { runSetup } from "./harness/setup/run-setup.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = createFixture({ viaLink: false });
});
afterEach(() => fixture.remove());

const at = (path: string): string => join(fixture.workspace, path);
const read = (path: string): string => readFileSync(at(path), "utf8");

async function setUp(...steps: readonly SetupStep[]): Promise<void> {
  for (const stop of await runSetup(steps, fixture)) await stop();
}

describe("set-up verbs", () => {
  it("make files of every kind of content", async () => {
    await setUp(
      { do: "file", path: "a/t", text: "x", mode: "0755" },
      { do: "file", path: "b", base64: "AAE=" },
      { do: "file", path: "f", fill: "A", bytes: 5, append: "end" },
      { do: "file", path: "r", repeat: ["ab", 2] },
      { do: "file", path: "README.md", text: "more", append: true },
    );
    expect(read("a/t")).toBe("x");
    expect(statSync(at("a/t")).mode & 0o777).toBe(0o755);
    expect([...readFileSync(at("b"))]).toEqual([0, 1]);
    expect(read("f")).toBe("AAAAAend");
    expect(read("r")).toBe("abab");
    expect(read("README.md")).toBe("hello workspace\nmore");
  });

  it("make directories, links, pipes, sparse files and many files", async () => {
    await setUp(
      { do: "dir", path: "d" },
      { do: "symlink", path: "l", to: "../outside" },
      { do: "hardlink", path: "h", to: join(fixture.outside, "secret.txt") },
      { do: "fifo", path: "p" },
      { do: "sparse", path: "s", bytes: 10_000_000_000 },
      { do: "many", path: "m", count: 7 },
      { do: "symlink", path: "README.md", to: "src/index.ts" },
    );
    expect(lstatSync(at("d")).isDirectory()).toBe(true);
    expect(readlinkSync(at("l"))).toBe("../outside");
    expect(statSync(at("h")).nlink).toBe(2);
    expect(lstatSync(at("p")).isFIFO()).toBe(true);
    expect(statSync(at("s")).size).toBe(10_000_000_000);
    expect(existsSync(at("m/f6"))).toBe(true);
    expect(lstatSync(at("README.md")).isSymbolicLink()).toBe(true);
  });

  it("swap a link and make a file grow beside the case, until they are stopped", async () => {
    const stops = await runSetup(
      [
        { do: "dir", path: "real" },
        { do: "race-symlink", path: "race", between: ["real", fixture.outside], forMs: 60_000 },
        { do: "grow", path: "log", text: "begin\n" },
      ],
      fixture,
    );
    const seen = new Set<string>();
    while (seen.size < 2 || statSync(at("log")).size < 100_000) {
      seen.add(readlinkSync(at("race")));
      await new Promise(setImmediate);
    }
    for (const stop of stops) await stop();
    expect([...seen].sort()).toEqual([fixture.outside, at("real")].sort());
  });

  it("plant configuration that runs programs, and run none of them", async () => {
    await setUp(
      { do: "git-init", path: "." },
      { do: "file", path: ".gitattributes", text: "*.md filter=x diff=x\n" },
      { do: "git-config", path: ".", key: "filter.x.clean", value: "touch pwned; cat" },
      { do: "git-config", path: ".", key: "core.fsmonitor", value: "touch pwned; false" },
      { do: "git-commit", path: "." },
      { do: "git-init", path: "docs", bare: true },
      { do: "git-config", path: "docs", bare: true, key: "core.worktree", value: "." },
    );
    expect(existsSync(at("pwned"))).toBe(false);
    expect(read(".git/config")).toContain("touch pwned; cat");
    expect(read("docs/config")).toContain("worktree");
    const log = execFileSync("git", ["-c", "core.fsmonitor=false", "log", "--oneline"], {
      cwd: fixture.workspace,
    });
    expect(String(log)).toMatch(/ x\n/);
  });

  it("refuse a verb that does not exist", async () => {
    await expect(setUp({ do: "explode" })).rejects.toThrow(/not known/);
  });

  it("open the workspace through a link when the case says so", () => {
    const linked = createFixture({ viaLink: true });
    expect(lstatSync(linked.workspace).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(linked.workspace, "README.md"), "utf8")).toBe("hello workspace\n");
    linked.remove();
  });

  it("plant a link where the next sidecar is likely to be", () => {
    const seen = join(fixture.scratchParent, "call-1-0007.txt");
    const to = join(fixture.outside, "secret.txt");
    plantSidecarLinks({ seen, seenCallId: "call-1", nextCallId: "call-2", to });
    for (const name of ["call-2-0007.txt", "call-1-8.txt", "call-2.txt"])
      expect(readlinkSync(join(fixture.scratchParent, name))).toBe(to);
  });
});

describe("the network of a case", () => {
  let network: LoopbackNetwork;
  const steps: readonly SetupStep[] = [
    {
      do: "http",
      name: "a",
      routes: {
        "/": { status: 200, body: "ok" },
        "/json": { status: 200, json: { a: 1 } },
        "/zip": {
          status: 200,
          gzipOf: { fill: "A", bytes: 10 },
          headers: { "content-encoding": "gzip" },
        },
        "/stream": { status: 200, stream: "B", bytes: 3 },
        "/drip": { status: 200, dripBytes: 1, everyMs: 1, bytes: 3 },
        "/go": { status: 302, headers: { location: "/" } },
        "/endless": { status: 200, stream: "C", bytes: -1 },
        "/headers": { status: 200, endlessHeaders: true },
      },
    },
    { do: "dns", host: "x.test", answers: [["203.0.113.1"], ["203.0.113.5"]], connectTo: "a" },
  ];
  const signal = new AbortController().signal;

  beforeEach(async () => {
    network = await startNetwork(steps);
    network.setAnswers(steps);
  });
  afterEach(() => network.close());

  const get = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${network.ports.a}${path}`, { redirect: "manual" })).text();

  it("answers by its table and remembers who came", async () => {
    expect(await get("/")).toBe("ok");
    expect(await get("/json")).toBe('{"a":1}');
    expect(await get("/zip")).toBe("A".repeat(10));
    expect(await get("/stream")).toBe("BBB");
    expect(await get("/drip")).toBe("AAA");
    expect(await get("/nowhere")).toBe("not found");
    expect(
      network
        .server("a")
        .hits()
        .map(({ path }) => path),
    ).toContain("/drip");
    expect(network.server("a").connections()).toBeGreaterThan(0);
  });

  it.each(["/endless", "/headers"])("sends %s as long as it is read", async (path) => {
    const socket = connect(Number(network.ports.a), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    let bytes = 0;
    for await (const piece of socket) {
      bytes += (piece as Uint8Array).length;
      if (bytes > 1_000_000) break;
    }
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  it("gives each lookup its answer, the last one for good", async () => {
    const { resolver } = network;
    expect(await resolver.resolve("X.test.", signal)).toEqual(["203.0.113.1"]);
    expect(await resolver.resolve("x.test", signal)).toEqual(["203.0.113.5"]);
    expect(await resolver.resolve("x.test", signal)).toEqual(["203.0.113.5"]);
    expect(await resolver.resolve("localhost", signal)).toEqual(["127.0.0.1"]);
    await expect(resolver.resolve("other.test", signal)).rejects.toThrow(/ENOTFOUND/);
  });

  it("connects to servers of the case only, and writes every attempt down", async () => {
    const { connector, ports } = network;
    const port = ports.a as number;
    const landed = await connector.connect({ address: "203.0.113.1", port: 80 }, signal);
    landed.destroy();
    const loopback = await connector.connect({ address: "::ffff:127.0.0.1", port }, signal);
    loopback.destroy();
    for (const target of [
      { address: "203.0.113.2", port },
      { address: "127.0.0.1", port: 9 },
      { address: "169.254.169.254", port },
    ])
      await expect(connector.connect(target, signal)).rejects.toThrow(/ECONNREFUSED/);
    expect(network.attempts()).toContain("169.254.169.254");
    expect(network.attempts()).toContain("203.0.113.1:80");
  });
});
