import type { Footprint, JsonObject, RuleReference, Verdict } from "@toolplane/contract";
import type { SettleEntry, Store } from "@toolplane/contract/ports";
import { createRecorder, type StoreRecorder } from "@toolplane/kernel/record";
import { createCountingIds, createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { createCallEntry } from "./call-entry.ts";
import { findCalls, indexProgress } from "./find-calls.ts";
import { indexCalls } from "./index-calls.ts";
import type { CallFilters } from "./read-call-query.ts";

const RULE: RuleReference = {
  rule: { permission: "fs.read", pattern: "**/.env", action: "deny" },
  source: { scope: "project", file: ".toolplane/policy.jsonc", line: 6 },
};
const DENIED = { type: "error", code: "permission_denied", error_text: "no" } as const;

function verdictBy(rule?: RuleReference): Verdict {
  const action = rule?.rule.action ?? "allow";
  const opinion = { judge: "rules", action, hard: false, reason: "So." } as const;
  return { action, hard: false, opinions: [{ ...opinion, ...(rule && { rule }) }], winner: 0 };
}

function fileResource(path: string): Footprint["resources"][number] {
  return { capability: "fs.read", path, real: path, origin: "direct", via: "argument" };
}

function commandResource(text: string): Footprint["resources"][number] {
  const unit = { argv: text.split(" "), cwd: "/work", text };
  return { capability: "shell.run", unit, origin: "direct", via: "unit" };
}

let made = 0;

function callOf(tool: string, given: JsonObject, more: Partial<SettleEntry> = {}): SettleEntry {
  made += 1;
  const callId = `call_${made}`;
  const span = { spanId: callId, name: tool, kind: "tool", startMs: 1, endMs: 4, durationMs: 3 };
  return {
    sessionId: "ses_1",
    callId,
    tool,
    origin: "bundled",
    arguments: given,
    footprint: { resources: [] },
    verdict: verdictBy(),
    answers: [],
    stage: "execute",
    result: { type: "output", data: "", metadata: { duration_ms: 3 } },
    cause: undefined,
    detail: undefined,
    accesses: [],
    intended: false,
    span: { ...span, status: "ok", attrs: {} } as SettleEntry["span"],
    ordinal: made,
    ...more,
  };
}

function command(text: string, more: Partial<SettleEntry> = {}): SettleEntry {
  const resources = text.split(" && ").map(commandResource);
  return callOf("bash", { command: text }, { footprint: { resources }, ...more });
}

function reading(path: string, more: Partial<SettleEntry> = {}): SettleEntry {
  return callOf("read", { path }, { footprint: { resources: [fileResource(path)] }, ...more });
}

const CALLS: readonly (readonly [string, () => SettleEntry])[] = [
  [
    "env",
    () =>
      reading("/work/.env", {
        verdict: verdictBy(RULE),
        stage: "judge",
        result: { ...DENIED, metadata: { duration_ms: 0 } },
      }),
  ],
  ["total", () => reading("/work/src/invoice/Total.ts")],
  ["total again", () => reading("/work/src/invoice/Total.ts")],
  ["push", () => command("npm test && git push origin main")],
  ["seq", () => command("seq 1 300")],
  [
    "curl",
    () =>
      command("curl https://api.example.com/a", {
        accesses: [{ subject: "net.fetch https://api.example.com:443", predicted: true }],
        answers: [{ questionId: "q", choice: "once" }],
      }),
  ],
  ["odd", () => command("echo '100% “done”' \u202eabc \u200bשלום")],
];

async function fill(recorder: StoreRecorder): Promise<void> {
  await recorder.openSession({
    sessionId: "ses_1",
    createdAtMs: 0,
    mode: "ask",
    allowlist: [],
    headless: false,
    role: "user",
    workspace: "main",
    depth: 0,
    tools: [],
    client: "Claude Code 2.1",
    variables: { workspace: ["/work"] },
  });
  for (const [, make] of CALLS) await recorder.settle(make());
  await recorder.close();
}

function recorderOn(store: Store, isIndexing: boolean): StoreRecorder {
  const clock = createFakeClock();
  return createRecorder({
    store,
    key: new Uint8Array(32),
    clock,
    ids: createCountingIds(),
    defer: (run) => run(),
    ...(isIndexing ? { entryOf: createCallEntry("mia") } : {}),
  });
}

async function namesOf(store: Store, filters: CallFilters): Promise<readonly string[]> {
  if (!store.calls) return [];
  const found = await findCalls(store.calls, { filters, limit: 50, isEach: true });
  const first = made - CALLS.length;
  return found.groups
    .map(({ call }) => CALLS[Number(call.callId.slice("call_".length)) - first - 1]?.[0] ?? "?")
    .reverse();
}

describe("calls that are found over all sessions", () => {
  const store = createMemoryStore();
  beforeAll(() => fill(recorderOn(store, true)));

  it.each<[CallFilters, readonly string[]]>([
    [{ words: ".env" }, ["env"]],
    [{ words: "ENV" }, ["env"]],
    [{ words: "curl" }, ["curl"]],
    [{ words: "total.ts" }, ["total", "total again"]],
    [{ words: "seq 1 300" }, ["seq"]],
    [{ words: "invoice read" }, ["total", "total again"]],
    [{ words: "100%" }, ["odd"]],
    [{ words: "“done" }, ["odd"]],
    [{ words: "שלום" }, ["odd"]],
    [{ words: "'; DROP TABLE calls --" }, []],
    [{ words: "nvoice" }, []],
    [{ tool: "bash" }, ["push", "seq", "curl", "odd"]],
    [{ tool: "re*" }, ["env", "total", "total again"]],
    [{ command: "git push" }, ["push"]],
    [{ path: "/work/src" }, ["total", "total again"]],
    [{ path: "/work/src/in" }, []],
    [{ path: "/work/**/total.ts" }, ["total", "total again"]],
    [{ path: "/work/*" }, ["env"]],
    [{ host: "example.com" }, ["curl"]],
    [{ host: "api.example.com:443" }, ["curl"]],
    [{ rule: "fs.read **/.env" }, ["env"]],
    [{ rule: "policy.jsonc:6" }, ["env"]],
    [{ verdict: "denied" }, ["env"]],
    [{ verdict: "asked" }, ["curl"]],
    [{ client: "claude" }, CALLS.map(([name]) => name)],
    [{ client: "cursor" }, []],
    [{ person: "mia", tool: "read", verdict: "allowed" }, ["total", "total again"]],
    [{ session: "ses_1", words: "seq" }, ["seq"]],
    [{ workspace: "/elsewhere" }, []],
  ])("%j", async (filters, names) => {
    expect(await namesOf(store, filters)).toEqual(names);
  });

  it("are grouped where they look the same, and counted", async () => {
    const { groups, calls } = await findCalls(store.calls, {
      filters: { words: "total" },
      limit: 9,
    });
    expect([groups.length, groups[0]?.count, calls]).toEqual([1, 2, 2]);
    expect(groups[0]?.call).toMatchObject({ tool: "read", words: "allowed", person: "mia" });
  });

  it.each<[CallFilters, string]>([
    [
      { verdict: "nope" },
      'There is no verdict "nope": use allowed, asked, denied, rejected, failed, stopped.',
    ],
    [{ path: "src" }, "This cannot be searched as a path: it is not absolute."],
    [
      { words: "x".repeat(10_000) },
      "That is too long to search for: 10,000 characters. Search for the first words of it.",
    ],
  ])("refuse %#", async (filters, message) => {
    await expect(findCalls(store.calls, { filters, limit: 9 })).rejects.toThrow(message);
  });
});

describe("calls that were recorded without an index", () => {
  it("are indexed portion by portion, stopped and gone on with, as if they had been when they were written", async () => {
    const store = createMemoryStore();
    await fill(recorderOn(store, false));
    expect(await indexProgress(store.calls)).toEqual({ left: 8, total: 9 });
    const turn = async (): Promise<void> => {};
    expect(await indexCalls(store, { goesOn: () => false, turn })).toBe(false);
    expect(await namesOf(store, {})).toEqual([]);
    const next = store.reopen();
    expect(await indexCalls(next, { goesOn: () => true, turn })).toBe(true);
    expect(await indexProgress(next.calls)).toBeNull();
    const indexed = createMemoryStore();
    await fill(recorderOn(indexed, true));
    const all = { terms: [], limit: 99 };
    const live = (await indexed.calls.find(all)).calls;
    const later = (await next.calls.find(all)).calls;
    const bare = ({ terms, shown }: (typeof live)[number]) => ({
      terms: terms.filter((term) => !term.startsWith("person:")),
      shown: { ...(shown as JsonObject), person: null },
    });
    expect(later.map(bare)).toEqual(live.map(bare));
  });
});
