import { join } from "node:path";
import { createChannelTransport, type UpstreamLimits } from "@toolplane/mcp/client";
import { afterEach, describe, expect, it } from "vitest";
import { openChildChannel } from "./child-channel.ts";
import {
  openUpstreamWorld,
  type UpstreamWorld,
  type UpstreamWorldOptions,
} from "./upstream-world.ts";

const PROGRAM = join(import.meta.dirname, "hostile-server.ts");
const DECLINED = '{"action":"decline"}';
let world: UpstreamWorld | null = null;
let opened = 0;

afterEach(async () => {
  await world?.close();
  world = null;
});

async function open(
  mode: string,
  limits: Partial<UpstreamLimits> = {},
  more: Partial<UpstreamWorldOptions> = {},
): Promise<UpstreamWorld> {
  opened = 0;
  world = await openUpstreamWorld({
    revision: "2025-11-25",
    limits: { listIntervalMs: 50, backoffMs: [20], ...limits },
    connect() {
      opened += 1;
      const argv = [process.execPath, "--disable-warning=ExperimentalWarning", PROGRAM, mode];
      const { maxMessageBytes = 1_000_000 } = limits;
      return createChannelTransport(openChildChannel(argv), { maxMessageBytes });
    },
    ...more,
  });
  return world;
}

const namesOf = ({ upstream }: UpstreamWorld) =>
  upstream.tools().map(({ remoteName }) => remoteName);

describe("a server that does not start", () => {
  it("is not waited for when it says nothing", async () => {
    const { upstream, call } = await open("hang", { startTimeoutMs: 300 });
    expect(upstream.health()).toMatchObject({
      state: "waiting",
      message: expect.stringContaining("did not start within 300 ms"),
      failures: 1,
    });
    expect(await call("mcp__there__do")).toMatchObject({ code: "unknown_tool" });
  });

  it("is given up when it crashes again and again, with its last words", async () => {
    const { upstream } = await open("crash", { maxFailures: 3 });
    await expect.poll(() => upstream.health().state).toBe("failed");
    expect(opened).toBe(3);
    expect(upstream.health()).toMatchObject({ failures: 3 });
    expect(upstream.health().message).toContain("ended with code 3");
    expect(upstream.health().message).toContain("cannot find \\u{1b}[31mmy\\u{202e} settings");
  });

  it("is started a second time when it ends at the question for its revision", async () => {
    const { upstream } = await open("legacy", {}, { revision: undefined as never });
    expect(upstream.health()).toMatchObject({ state: "ready", failures: 0 });
    expect(opened).toBe(2);
  });

  it("cannot fill memory by not reading", async () => {
    const { upstream } = await open("deaf", { startTimeoutMs: 300 });
    expect(upstream.health().state).toBe("waiting");
  });
});

describe("a server that says too much", () => {
  it("is understood between lines that are nothing", async () => {
    const opened = await open("floods");
    expect(namesOf(opened)).toEqual(["do"]);
    expect(await opened.call("do")).toMatchObject({ data: "done" });
    expect(opened.upstream.health().garbage).toBeGreaterThan(0);
  });

  it("cannot make one line out of everything", async () => {
    const { upstream } = await open("never-ends-a-line", { startTimeoutMs: 1_000 });
    expect(upstream.health().state).toBe("waiting");
  });

  it("is listed once, however often it says that its list changed", async () => {
    const opened = await open("changes");
    expect(await opened.call("do")).toMatchObject({ data: "done" });
    expect(opened.upstream.health().state).toBe("ready");
  });

  it("has ten thousand tools", async () => {
    expect(namesOf(await open("many"))).toHaveLength(10_000);
  });

  it("has a list without end, and is not listened to for ever", async () => {
    const { upstream } = await open("endless", { maxListPages: 50 });
    expect(upstream.health().message).toContain("more than 50 pages");
    await world?.close();
    const circle = await open("circle");
    expect(circle.upstream.health().message).toContain("leads back to its own beginning");
  });

  it("gives a result that is cut, with what is missing", async () => {
    const limits = { maxMessageBytes: 8_000_000, maxResultBytes: 50_000 };
    const { call } = await open("huge-result", limits);
    const { data } = (await call("do")) as { data: string };
    expect(data).toHaveLength(50_000 + "\n[2950000 more bytes were cut]".length);
  });

  it("gives a message without end, and the call ends at its deadline", async () => {
    const { call } = await open("huge-line", { callTimeoutMs: 1_000 });
    expect(await call("do")).toMatchObject({ type: "error" });
  });

  it("gives too many parts, logs too much, reports too often", async () => {
    const { call } = await open("parts");
    expect(JSON.stringify(await call("do"))).toContain("[4744 more parts were left out]");
    await world?.close();
    const logs = await open("logs");
    await expect.poll(() => logs.upstream.health().notes.at(-1)).toContain("line 4999\\u{1b}");
    expect(logs.upstream.health().notes.length).toBeLessThanOrEqual(50);
    await world?.close();
    const progress = await open("progress");
    expect(await progress.call("do")).toMatchObject({ data: "done" });
    const told = progress.events.filter(({ type }) => type === "call-progress");
    expect(told.length).toBeLessThan(2_000);
  });
});

describe("a server that lies about its tools", () => {
  it("loses the odd ones and keeps the others", async () => {
    const opened = await open("odd");
    expect(namesOf(opened)).toEqual(["good", "cycle"]);
    const reasons = new Map(
      opened.upstream.quarantined().map(({ remoteName, reason }) => [remoteName, reason]),
    );
    expect([...reasons.keys()].sort()).toEqual([
      ...["", "bad-pattern", "deep", "elsewhere", "header", "huge", "list", "metadata"],
      ...["none", "not-an-object", "output", "text"],
    ]);
    expect(reasons.get("elsewhere")).toMatch(/cannot be used/);
    expect(await opened.call("good")).toMatchObject({ data: "done" });
    // A schema may refer to itself; whoever reads it comes to an end all the same.
    expect(await opened.call("cycle")).toMatchObject({ metadata: {} });
  });

  it("has a pattern that takes for ever, elsewhere", async () => {
    const { call } = await open("slow");
    const a = `${"a".repeat(40)}!`;
    expect(await call("slow", { a })).toMatchObject({ code: "invalid_input" });
  });

  it("has two tools of one name, and neither is offered", async () => {
    const opened = await open("twice");
    expect(namesOf(opened)).toEqual(["two"]);
    expect(opened.upstream.quarantined()).toMatchObject([{ remoteName: "one" }]);
  });

  it("hides nothing from whoever reads it", async () => {
    const { upstream } = await open("hidden");
    const [seen, told] = upstream.tools();
    expect(seen?.tool.description).toBe(
      "Adds.\\u{200b}\\u{e0049}\\u{e0067} \\u{202e}gnp\\u{1b}[2J",
    );
    expect(JSON.stringify(told?.tool.parameters)).toContain("b\\\\u{e0041}c");
    expect(upstream.quarantined().map(({ remoteName }) => remoteName)).toEqual([
      "na\\u{200b}me",
      "inside",
    ]);
    expect(upstream.health().server?.name).toBe("hostile\\u{202e}");
  });

  it("changes what a name means, and is not called by it any more", async () => {
    const { upstream, call, register } = await open("rug");
    const [agreed] = upstream.tools();
    await expect.poll(() => upstream.tools()[0] === agreed).toBe(false);
    expect(await call("pull")).toMatchObject({
      code: "conflict",
      error_text: expect.stringContaining("A person must look at it again"),
    });
    expect(agreed?.definition.description).toBe("Adds.");
    register();
    expect(await call("pull")).toMatchObject({ data: "done" });
  });

  it("is held to a definition that was kept, before anything is sent", async () => {
    const { upstream, kernel } = await open("rug");
    const kept = upstream.restore({ ...upstream.tools()[0]?.definition, description: "Kept." });
    if ("reason" in kept) throw new TypeError(kept.reason);
    kernel.register({ ...kept.tool, id: "kept" }, { layer: "mcp", source: "there" });
    const call = { id: "1", name: "kept", arguments: {} };
    expect(await kernel.session().call(call)).toMatchObject({ code: "conflict" });
  });

  it("adds a tool, which is nobody's before it is registered", async () => {
    const opened = await open("grows");
    expect(namesOf(opened)).toEqual(["first"]);
    await expect.poll(() => namesOf(opened)).toEqual(["first", "second"]);
    expect(await opened.call("mcp__there__second")).toMatchObject({ code: "unknown_tool" });
    opened.register();
    expect(await opened.call("second")).toMatchObject({ data: "done" });
  });
});

describe("a server that answers wrongly", () => {
  it("answers questions that nobody asked", async () => {
    const { call, upstream } = await open("other-id");
    expect(await call("do")).toMatchObject({ data: "for you" });
    expect(upstream.health().garbage).toBe(2);
  });

  it("never answers, and the call ends at its deadline", async () => {
    const { call, upstream } = await open("silent", { callTimeoutMs: 200 });
    expect(await call("do")).toMatchObject({ code: "timeout" });
    expect(upstream.health().state).toBe("ready");
  });

  it("dies in a call, comes back, and is called again", async () => {
    const { call, upstream } = await open("dies-at-call");
    expect(await call("do")).toMatchObject({
      code: "unavailable",
      error_text: expect.stringContaining("mcp server there is unavailable"),
    });
    await expect.poll(() => upstream.health().state).toBe("ready");
    expect(opened).toBe(2);
  });

  it("gives no result, another one than declared, or a failure", async () => {
    expect(await (await open("no-result")).call("do")).toMatchObject({ code: "failed" });
    await world?.close();
    expect(await (await open("lies")).call("do")).toMatchObject({
      code: "failed",
      error_text: "The result is not what the server declares: /count must be integer",
    });
    await world?.close();
    expect(await (await open("fails")).call("do")).toMatchObject({
      code: "failed",
      error_text: "It broke.\\u{1b}[31m",
    });
    await world?.close();
    const hidden = await open("hidden-result");
    expect(await hidden.call("do")).toMatchObject({
      data: "ok\\u{200b}\\u{e0049}\\u{1b}]0;title\\u{7}\\u{202e}",
    });
  });
});

describe("a server that asks", () => {
  it("is not given a model", async () => {
    const { call } = await open("samples");
    expect(await call("do")).toMatchObject({ data: expect.stringContaining("-32601") });
  });

  it("is not given a password, and nobody sees the question", async () => {
    const { call, questions } = await open("password");
    expect(await call("do")).toMatchObject({ data: DECLINED });
    expect(questions).toEqual([]);
  });

  it("sends nobody to an address that is not safe", async () => {
    const { call, questions } = await open("addresses");
    const { data } = (await call("do")) as { data: string };
    expect(data.match(/accept/)).toBeNull();
    expect(questions).toEqual([]);
  });

  it("is not answered for ever", async () => {
    const { call, questions } = await open(
      "nags",
      {},
      {
        answer: () => ({ choice: "answers", answers: [["Yes"]] }),
      },
    );
    const { data } = (await call("do")) as { data: string };
    expect(data.match(/accept/g)).toHaveLength(8);
    expect(questions).toHaveLength(8);
  });

  it("is not answered by one person for another's call", async () => {
    const answer = () => ({ choice: "answers", answers: [["Yes"]] }) as const;
    const { call, kernel, questions } = await open("whose", {}, { answer });
    const other = { id: "other", name: "mcp__there__do", arguments: {} };
    const [mine, theirs] = await Promise.all([call("do"), kernel.session().call(other)]);
    expect([mine, theirs]).toMatchObject([{ data: DECLINED }, { data: DECLINED }]);
    expect(questions).toEqual([]);
    const [first] = await Promise.all([call("do"), call("do")]);
    expect(first).toMatchObject({ data: expect.stringContaining("accept") });
  });

  it("is not answered outside a call", async () => {
    const { upstream, questions } = await open("asks-outside");
    await expect.poll(() => upstream.health().notes.at(-1)).toContain("decline");
    expect(questions).toEqual([]);
  });
});
