import { defineTool, output, type Rule, type Tool, ToolError } from "@toolplane/contract";
import type { Analyzer, Host } from "@toolplane/contract/ports";
import { createKernel, type KernelOptions } from "@toolplane/kernel";
import { type ReplayReport, replay } from "@toolplane/kernel/record";
import { createFakeClock, createMemoryHost, createScriptedBroker } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { bash, echo, readFile, writeFile } from "../road/fixture.ts";
import { key, openRecorded, type RecordedWorld, type RecordedWorldOptions } from "./fixture.ts";

const rules: readonly Rule[] = [
  { permission: "echo", pattern: "**", action: "allow" },
  { permission: "fs.read", pattern: "**", action: "allow" },
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "long", pattern: "**", action: "allow" },
  { permission: "flaky", pattern: "**", action: "allow" },
  { permission: "slow", pattern: "**", action: "allow" },
];

/** Tools that count how often they really ran. */
function tools(runs: string[]): readonly Tool[] {
  const plain = { description: "For tests.", requires: {} } as const;
  const none = { type: "object", properties: {} } as const;
  let tries = 0;
  return [
    echo,
    readFile,
    writeFile,
    bash,
    defineTool({
      ...plain,
      id: "long",
      parameters: { type: "object", properties: { parts: { type: "boolean" } } },
      limits: { maxOutput: 100 },
      execute: ({ parts }) => {
        runs.push("long");
        const text = "0123456789".repeat(50);
        const content = [{ type: "text", text }] as const;
        return output(parts ? { text } : text, parts ? { content, details: { size: 500 } } : {});
      },
    }),
    defineTool({
      ...plain,
      id: "flaky",
      parameters: none,
      repeatable: true,
      limits: { retry: { attempts: 3, backoffMs: 10, factor: 2, jitterMs: 0 } },
      execute: () => {
        runs.push("flaky");
        tries += 1;
        if (tries % 3 !== 0) throw new ToolError("failed", "Not yet.", { detail: { tries } });
        return { tries };
      },
    }),
    defineTool({
      ...plain,
      id: "slow",
      parameters: none,
      limits: { timeoutMs: 50 },
      execute: (_, { signal }) =>
        new Promise((resolve) => {
          runs.push("slow");
          signal.addEventListener("abort", () => resolve("partial"));
        }),
    }),
  ];
}

const gone = () => {
  throw new Error("The files are gone.");
};
const UNREADABLE: Analyzer = { path: gone, url: gone, shell: gone };

interface Recorded {
  readonly world: RecordedWorld;
  readonly runs: string[];
}

function open(more: RecordedWorldOptions = {}): Recorded {
  const runs: string[] = [];
  const world = openRecorded({
    ...more,
    kernel: { tools: tools(runs), ...more.kernel },
    session: { rules, ...more.session },
  });
  return { world, runs };
}

/** A kernel of the same configuration, elsewhere and later. */
async function again(
  { world, runs }: Recorded,
  more: { readonly kernel?: Partial<KernelOptions>; readonly rules?: readonly Rule[] } = {},
): Promise<ReplayReport> {
  const record = await world.record();
  const before = runs.length;
  const clock = createFakeClock({ wallMs: 5_000_000_000_000 });
  const host = createMemoryHost({
    files: { "/workspace/README.md": "hello\n", "/workspace/.env": "TOKEN=abc\n" },
    clock,
  });
  const kernel = createKernel({
    host,
    tools: tools(runs),
    defaultPolicy: false,
    contained: false,
    broker: createScriptedBroker([]),
    receiptKey: key,
    ...more.kernel,
  });
  const report = await replay(record, kernel.replayer({ id: "ses_1", rules: more.rules ?? rules }));
  // Nothing ran, nothing was touched, nobody was asked.
  expect(runs).toHaveLength(before);
  expect(host.accesses()).toEqual([]);
  return report;
}

describe("replay of a recorded session", () => {
  it("comes to the same rows, byte for byte, without running anything [R064]", async () => {
    const recorded = open({
      answers: ["once", "session", "reject", { choice: "reject", note: "Not now." }],
    });
    const { call } = recorded.world;
    const results = [
      await call("echo", { text: "a" }),
      await call("read", { path: "README.md" }),
      await call("read", { path: ".env" }),
      await call("read", { path: "missing.txt" }),
      await call("read", { path: 7 }),
      await call("read", '{"path": "README.md", "path": "x"}'),
      await call("nothing", {}),
      await call("write", { path: "a.txt", content: "x" }),
      await call("write", { path: "b.txt", content: "x" }),
      await call("write", { path: "b.txt", content: "again" }),
      await call("write", { path: "c.txt", content: "x" }),
      await call("write", { path: "d.txt", content: "x" }),
    ];
    await call("echo", { text: "twice" }, "call_1");
    const report = await again(recorded);
    expect(report.calls.filter(({ outcome }) => outcome !== "same")).toEqual([]);
    expect(report.rows).toEqual({ same: report.rows.of, of: report.rows.of });
    expect(report.calls.slice(0, 12)).toMatchObject(results.map((result) => ({ result })));
  });

  it("takes footprints from the record where the files are gone, and judges them anew [R064]", async () => {
    const recorded = open({ answers: ["once"] });
    await recorded.world.call("read", { path: "link.txt" });
    await recorded.world.call("read", { path: ".env" });
    await recorded.world.call("write", { path: "a.txt", content: "x" });
    const record = await recorded.world.record();
    const nothing = createMemoryHost();
    const host: Host = { ...nothing, analyzer: UNREADABLE };
    const replayed = async (other: readonly Rule[]) => {
      const options = { defaultPolicy: false, contained: false, receiptKey: key } as const;
      const broker = createScriptedBroker([]);
      const kernel = createKernel({ ...options, host, broker, tools: tools(recorded.runs) });
      const replayer = kernel.replayer({ id: "ses_1", rules: other });
      return replay(record, replayer, { footprints: "recorded" });
    };
    const report = await replayed(rules);
    expect(report).toMatchObject({ same: true, rows: { same: report.rows.of } });
    const denied = await replayed([{ permission: "fs.read", pattern: "**", action: "deny" }]);
    expect(denied.calls.map(({ outcome }) => outcome)).toEqual(["different", "different", "same"]);
    expect((await again(recorded)).same).toBe(true);
  });

  it("cuts long outputs again, and finds that they were cut the same", async () => {
    const recorded = open();
    await recorded.world.call("long", {});
    await recorded.world.call("long", { parts: true });
    const report = await again(recorded);
    expect(report.calls).toMatchObject([{ outcome: "same" }, { outcome: "same" }]);
    const other = await again(recorded, { kernel: { maxOutput: { long: 50 } } });
    expect(other.calls).toMatchObject([
      {
        outcome: "different",
        differences: [{ path: expect.stringContaining("result") as string }],
      },
      { outcome: "different" },
    ]);
  });

  it("comes to the same where secrets were masked", async () => {
    const kernel = { secrets: { TOKEN: "s3cret-value-1" } };
    const recorded = open({ kernel, answers: ["once", "session"] });
    await recorded.world.call("echo", { text: "with s3cret-value-1 in it" });
    await recorded.world.call("write", { path: "s3cret-value-1.txt", content: "x" });
    await recorded.world.call("write", { path: "a.txt", content: "s3cret-value-1" });
    await recorded.world.call("write", { path: "a.txt", content: "s3cret-value-1" });
    const report = await again(recorded, { kernel });
    expect(report.calls).toMatchObject([
      { outcome: "same" },
      { outcome: "same" },
      { outcome: "same" },
      { outcome: "same" },
    ]);
  });

  it("takes a session that was cancelled as it went", async () => {
    const recorded = open();
    const slow = recorded.world.call("slow", {});
    recorded.world.session.cancel();
    await slow;
    await recorded.world.call("echo", { text: "after" });
    const report = await again(recorded);
    expect(report.calls).toMatchObject([{ outcome: "same" }, { outcome: "same" }]);
  });

  it("stops a call again that was stopped while it was judged", async () => {
    const kernel = { watchdog: () => new Promise<never>(() => undefined) };
    const recorded = open({ kernel });
    const stop = new AbortController();
    const call = recorded.world.session.call(
      { id: "w", name: "echo", arguments: {} },
      { signal: stop.signal },
    );
    stop.abort();
    await call;
    const report = await again(recorded, { kernel });
    expect(report.calls).toMatchObject([{ outcome: "same" }]);
  });

  it("counts calls against their budget again", async () => {
    const kernel = { maxCallsPerSession: 2 };
    const recorded = open({ kernel });
    for (let i = 0; i < 4; i++) await recorded.world.call("echo", { text: "x" });
    const report = await again(recorded, { kernel });
    expect(report.calls.map((c) => c.outcome)).toEqual(["same", "same", "same", "same"]);
  });

  it("takes retries, deadlines and cancelled calls as they went", async () => {
    const recorded = open();
    const { world } = recorded;
    const flaky = world.call("flaky", {});
    await world.clock.advance(100);
    await flaky;
    const slow = world.call("slow", {});
    await world.clock.advance(1_000);
    await slow;
    const cancelled = new AbortController();
    const call = world.session.call(
      { id: "stopped", name: "slow", arguments: {} },
      { signal: cancelled.signal },
    );
    cancelled.abort();
    await call;
    const report = await again(recorded);
    expect(report.calls.map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ["call_1", "same"],
      ["call_2", "same"],
      ["stopped", "same"],
    ]);
  });

  it("takes a question that nobody answered for what it was", async () => {
    const recorded = open();
    const { world } = recorded;
    world.broker.hold();
    const stop = new AbortController();
    const call = world.session.call(
      { id: "asked", name: "write", arguments: { path: "a.txt", content: "x" } },
      { signal: stop.signal },
    );
    await world.broker.asked(1);
    stop.abort();
    expect(await call).toMatchObject({ code: "cancelled" });
    expect((await again(recorded)).calls).toMatchObject([{ callId: "asked", outcome: "same" }]);
  });

  it("walks edited arguments again from validation", async () => {
    const edited = { choice: "edit", arguments: { path: "b.txt", content: "y" } } as const;
    const recorded = open({ answers: [edited, "once"] });
    await recorded.world.call("write", { path: "a.txt", content: "x" });
    expect((await again(recorded)).same).toBe(true);
  });

  it("takes calls that steering skipped for skipped", async () => {
    const recorded = open({
      session: { strategy: "sequential", steering: async () => ["stop"] },
    });
    await recorded.world.session.callAll([
      { id: "first", name: "echo", arguments: { text: "a" } },
      { id: "second", name: "echo", arguments: { text: "b" } },
    ]);
    const report = await again(recorded);
    expect(report.calls.map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ["first", "same"],
      ["second", "same"],
    ]);
  });

  it("shows which calls another policy would have decided otherwise", async () => {
    const recorded = open();
    await recorded.world.call("echo", { text: "a" });
    await recorded.world.call("read", { path: "README.md" });
    const report = await again(recorded, {
      rules: [...rules, { permission: "fs.read", pattern: "**/README.md", action: "deny" }],
    });
    expect(report.calls).toMatchObject([
      { callId: "call_1", outcome: "same" },
      {
        callId: "call_2",
        outcome: "different",
        differences: [
          {
            path: "outcome",
            recorded: "output",
            replayed: expect.stringMatching(/^permission_denied at judge: /) as string,
          },
          { path: "rows.0.type", recorded: "call-succeed", replayed: "call-refuse" },
        ],
      },
    ]);
  });
});
