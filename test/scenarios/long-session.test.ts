/**
 * A session of two hundred calls with everything that happens to calls: reads, edits, commands, denials, questions, bad
 * arguments, retries, timeouts, cancellation, steering. Its record verifies, and replay walks every stage but `execute` again and
 * comes to the same rows, byte for byte, without running anything.
 */
import {
  defineTool,
  type Json,
  type Rule,
  type Tool,
  ToolError,
  type ToolResult,
} from "@toolplane/contract";
import { compilePolicy, createKernel, type Session } from "@toolplane/kernel";
import {
  createRecorder,
  loadRecord,
  readCalls,
  replay,
  suggestRules,
  verifyChain,
  whatIf,
} from "@toolplane/kernel/record";
import {
  createFakeClock,
  createMemoryHost,
  createMemoryStore,
  createScriptedBroker,
  type FakeClock,
  unit,
} from "@toolplane/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { bash, codeOf, echo, readFile, writeFile } from "../road/fixture.ts";

const KEY = new Uint8Array(32).fill(9);
const SESSION = "ses_long";
const CALLS = 200;

const RULES: readonly Rule[] = [
  { permission: "fs.read", pattern: "{workspace}/**", action: "allow" },
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "fs.write", pattern: "{workspace}/out/**", action: "allow" },
  { permission: "fs.write", pattern: "{workspace}/asked/**", action: "ask" },
  { permission: "bash", pattern: "git *", action: "allow" },
  { permission: "echo", pattern: "**", action: "allow" },
  { permission: "flaky", pattern: "**", action: "allow" },
  { permission: "slow", pattern: "**", action: "allow" },
  { permission: "big", pattern: "**", action: "allow" },
];

/** Fails on its first try for each name, then works. */
function flakyTool(): Tool {
  const tried = new Set<string>();
  return defineTool({
    id: "flaky",
    description: "Fails at first.",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    requires: {},
    repeatable: true,
    limits: { retry: { attempts: 2, backoffMs: 5, factor: 1, jitterMs: 0 } },
    execute: ({ name }) => {
      if (tried.has(name)) return `second try of ${name}`;
      tried.add(name);
      throw new ToolError("unavailable", "not yet");
    },
  });
}

const slow: Tool = defineTool({
  id: "slow",
  description: "Never comes back by itself.",
  parameters: { type: "object" },
  requires: {},
  limits: { timeoutMs: 50 },
  execute: (_args, { signal }) =>
    new Promise((_done, fail) =>
      signal.addEventListener("abort", () => fail(signal.reason), { once: true }),
    ),
});

const big: Tool = defineTool({
  id: "big",
  description: "Says a lot.",
  parameters: { type: "object", properties: { size: { type: "integer" } }, required: ["size"] },
  requires: {},
  limits: { maxOutput: 100 },
  execute: ({ size }) => "x".repeat(size),
});

/** The world of the session; opened a second time it is the world of the replay. */
function openWorld() {
  const clock = createFakeClock();
  const host = createMemoryHost({
    clock,
    files: {
      "/workspace/a.txt": "a",
      "/workspace/.env": "TOKEN",
      "/workspace/out/x": "",
      "/workspace/asked/x": "",
    },
    commands: { "git status": [unit("git status")], "git log": [unit("git log")] },
    programs: { git: "clean" },
  });
  return { clock, host, tools: [echo, readFile, writeFile, bash, flakyTool(), slow, big] };
}

interface Story {
  readonly name: string;
  readonly args: Json;
  readonly code: string;
}

/** Twenty steps, told ten times. */
const STORY: readonly Story[] = [
  { name: "read", args: { path: "a.txt" }, code: "output" },
  { name: "read", args: { path: ".env" }, code: "permission_denied" },
  { name: "write", args: { path: "out/#", content: "one" }, code: "output" },
  { name: "write", args: { path: "asked/#", content: "two" }, code: "output" },
  { name: "write", args: { path: "asked/no#", content: "two" }, code: "approval_rejected" },
  { name: "bash", args: { command: "git status" }, code: "output" },
  { name: "bash", args: { command: "rm -rf /" }, code: "approval_rejected" },
  { name: "nowhere", args: {}, code: "unknown_tool" },
  { name: "read", args: { pth: "a.txt" }, code: "invalid_input" },
  { name: "echo", args: "{broken", code: "invalid_input" },
  { name: "echo", args: { text: "hello #" }, code: "output" },
  { name: "read", args: { path: "/etc/passwd" }, code: "capability_denied" },
  { name: "flaky", args: { name: "#" }, code: "output" },
  { name: "slow", args: {}, code: "timeout" },
  { name: "big", args: { size: 1000 }, code: "output" },
  { name: "read", args: { path: "missing" }, code: "not_found" },
  { name: "bash", args: { command: "git log" }, code: "output" },
  { name: "slow", args: {}, code: "cancelled" },
  { name: "echo", args: { text: "after" }, code: "output" },
  { name: "echo", args: { text: "steered" }, code: "skipped" },
];

async function tell(
  session: Session,
  clock: FakeClock,
  steer: (on: boolean) => void,
): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const step = STORY[index % STORY.length] as Story;
    const round = Math.floor(index / STORY.length);
    const call = {
      id: `call-${String(index).padStart(3, "0")}`,
      name: step.name,
      arguments: JSON.parse(JSON.stringify(step.args).replaceAll("#", `${round}`)),
    };
    results.push(await take(session, clock, { call, step, steer }));
  }
  return results;
}

async function take(
  session: Session,
  clock: FakeClock,
  {
    call,
    step,
    steer,
  }: {
    readonly call: Parameters<Session["call"]>[0];
    readonly step: Story;
    readonly steer: (on: boolean) => void;
  },
): Promise<ToolResult> {
  if (step.code === "skipped") {
    steer(true);
    const first = { id: `${call.id}-before`, name: "echo", arguments: { text: "first" } };
    const { results } = await session.callAll([first, call]);
    steer(false);
    return results[1] as ToolResult;
  }
  const controller = new AbortController();
  const pending = session.call(call, { signal: controller.signal });
  await clock.advance(10);
  if (step.code === "cancelled") controller.abort();
  if (step.code === "timeout") await clock.advance(1_000);
  await clock.advance(10);
  return pending;
}

describe("a session of two hundred calls", () => {
  const { clock, host, tools } = openWorld();
  const store = createMemoryStore();
  const recorder = createRecorder({ store, key: KEY, clock, ids: host.ids });
  const broker = createScriptedBroker((question) =>
    question.lines.some((line) => line.includes("/asked/") && !line.includes("/no"))
      ? { choice: "once" }
      : { choice: "reject", note: "no, thank you" },
  );
  let steering: readonly Json[] = [];
  const options = { host, tools, broker, defaultPolicy: false, contained: false } as const;
  const sessionOptions = {
    id: SESSION,
    rules: RULES,
    strategy: "sequential",
    steering: () => steering,
  } as const;
  let results: readonly ToolResult[] = [];

  beforeAll(async () => {
    const kernel = createKernel({ ...options, recorder });
    const session = kernel.session(sessionOptions);
    results = await tell(session, clock, (on) => {
      steering = on ? ["do something else"] : [];
    });
    const flushed = recorder.flush();
    await clock.advance(10);
    await flushed;
  });

  it("comes out as told", () => {
    expect(results.map(codeOf)).toEqual(
      Array.from({ length: CALLS }, (_, index) => STORY[index % STORY.length]?.code),
    );
  });

  it("leaves a record that verifies", async () => {
    const record = await loadRecord(store, SESSION);
    expect(verifyChain({ ...record, key: KEY })).toMatchObject({ ok: true });
  });

  it("replays byte for byte, and runs nothing", async () => {
    const record = await loadRecord(store, SESSION);
    const fresh = openWorld();
    const kernel = createKernel({ ...options, host: fresh.host, tools: fresh.tools });
    const report = await replay(record, kernel.replayer(sessionOptions));
    expect(report.calls.filter(({ outcome }) => outcome !== "same")).toEqual([]);
    expect(report.calls).toHaveLength(CALLS + CALLS / STORY.length);
    expect(report.rows.same).toBe(report.rows.of);
    expect(fresh.host.accesses()).toEqual([]);
    expect(fresh.host.spawned()).toEqual([]);
    expect(fresh.host.fileText("/workspace/out/0")).toBeNull();
  });

  it("shows which calls another policy would have decided otherwise", async () => {
    const record = await loadRecord(store, SESSION);
    const fresh = openWorld();
    const kernel = createKernel({ ...options, host: fresh.host, tools: fresh.tools });
    const stricter = [
      ...RULES,
      { permission: "bash", pattern: "git status", action: "deny" },
    ] as const;
    const report = await replay(record, kernel.replayer({ ...sessionOptions, rules: stricter }));
    const changed = report.calls.flatMap((call) =>
      call.outcome === "different" ? [call.callId] : [],
    );
    expect(changed).toEqual(
      Array.from({ length: 10 }, (_, round) => `call-${String(round * 20 + 5).padStart(3, "0")}`),
    );
  });

  it("says what another policy would have changed, and which rules would have spared questions", async () => {
    const { calls } = readCalls(await loadRecord(store, SESSION));
    const kernel = createKernel(options);
    const variables = host.variables();
    const layers = [{ scope: "session", rules: RULES }] as const;
    const stricter = {
      scope: "session",
      rules: [{ permission: "bash", pattern: "git status", action: "deny" }],
    } as const;
    const judge = kernel.recordJudge(sessionOptions);
    const policyBefore = compilePolicy({ layers, variables });
    const policyAfter = compilePolicy({ layers: [...layers, stricter], variables });
    const report = whatIf({ calls, policyBefore, policyAfter, judge });
    expect(report.changes).toMatchObject([{ from: "allow", to: "deny", count: 10 }]);
    const suggestions = suggestRules({ calls, layers, variables, judge });
    expect(suggestions.map(({ blast }) => blast.rejected)).toEqual(suggestions.map(() => 0));
    expect(suggestions.length).toBeGreaterThan(0);
  });
});
