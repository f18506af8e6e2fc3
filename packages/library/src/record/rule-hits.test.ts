import type { Rule, RuleReference, SessionManifest } from "@toolplane/contract";
import type { EventRow, Store } from "@toolplane/contract/ports";
import { expect, it } from "vitest";
import { createRuleCount } from "./rule-hits.ts";

const ENV: RuleReference = reference({ pattern: "**/.env", action: "deny" }, 6);
const README: RuleReference = reference({ pattern: "README.md", action: "allow" }, 7);
const SOURCES: RuleReference = reference({ pattern: "src/**", action: "allow" }, 8);

function reference(rule: Pick<Rule, "pattern" | "action">, line: number): RuleReference {
  return {
    rule: { permission: "fs.read", ...rule },
    source: { scope: "project", file: "policy.jsonc", line },
  };
}

/** The rules that had an opinion of a call, the one that decided first. */
type Judged = readonly RuleReference[];

interface World {
  readonly store: Pick<Store, "sessions" | "events" | "payloads">;
  /** Rows that were read, session by session. */
  readonly read: string[];
}

/** Sessions by their calls, newest last. Each call settles at the minute of its place among all. */
function worldOf(sessions: Readonly<Record<string, readonly Judged[]>>): World {
  const read: string[] = [];
  const placeOf = (judged: Judged) => Object.values(sessions).flat().indexOf(judged);
  const store = {
    sessions: {
      list: async () =>
        Object.keys(sessions).map((sessionId, createdAtMs) => ({
          sessionId,
          createdAtMs,
          variables: { workspace: [sessionId === "elsewhere" ? "/other" : "/work"] },
        })),
    },
    events: {
      head: async (id: string) => ({ sequence: (sessions[id]?.length ?? 0) - 1 }),
      async read(id: string, { from, limit }: { from: number; limit: number }) {
        read.push(`${id} from ${from}`);
        return (sessions[id] ?? []).slice(from, from + limit).map(
          (judged, at) =>
            ({
              sessionId: id,
              sequence: from + at,
              type: "call-succeed",
              callId: `call_${from + at}`,
              previous: "",
              hash: "",
              atMs: (placeOf(judged) + 1) * 60_000,
              payloadDigest: `${id} ${from + at}`,
            }) satisfies EventRow,
        );
      },
    },
    payloads: {
      async get(digest: string) {
        const [id = "", sequence] = digest.split(" ");
        return facts(sessions[id]?.[Number(sequence)] ?? []);
      },
    },
  } as unknown as World["store"] & { sessions: { list(): Promise<readonly SessionManifest[]> } };
  return { store, read };
}

function facts(judged: Judged): Uint8Array {
  const opinions = judged.map((rule) => ({
    judge: "rules",
    action: rule.rule.action,
    hard: false,
    reason: "",
    rule,
  }));
  return new TextEncoder().encode(
    JSON.stringify({
      tool: "bash",
      stage: "execute",
      answers: [],
      span: { startMs: 0, attrs: {} },
      result: { value: { type: "output", data: "", metadata: { duration_ms: 0 } } },
      verdict: { action: judged[0]?.rule.action, hard: false, winner: 0, opinions },
    }),
  );
}

it("counts the rules that said what came of a call, each once", async () => {
  const { store } = worldOf({
    old: [[README], [README, SOURCES, SOURCES]],
    new: [[ENV, README], []],
  });
  const { calls, isWhole, hitOf } = await createRuleCount(store, still())();
  expect([calls, isWhole]).toEqual([4, true]);
  expect(hitOf(README, "/work")).toEqual({ calls: 2, lastAtMs: 120_000 });
  expect(hitOf(SOURCES, "/work")).toEqual({ calls: 1, lastAtMs: 120_000 });
  expect(hitOf(ENV, "/work")).toEqual({ calls: 1, lastAtMs: 180_000 });
  // Moved in its file it is the same rule; in another file it is another.
  expect(hitOf({ ...ENV, source: { ...ENV.source, line: 60 } }, "/work").calls).toBe(1);
  expect(hitOf({ ...ENV, source: { ...ENV.source, file: "b.jsonc" } }, "/work").calls).toBe(0);
});

it("counts a project's rule in its own folder, and a person's own everywhere", async () => {
  const own: RuleReference = { ...ENV, source: { scope: "manifest", file: "own.jsonc" } };
  const { store } = worldOf({ elsewhere: [[ENV], [own]], here: [[ENV], [ENV], [own]] });
  const { hitOf } = await createRuleCount(store, still())();
  expect(["/work", "/other"].map((workspace) => hitOf(ENV, workspace).calls)).toEqual([2, 1]);
  expect(["/work", "/other"].map((workspace) => hitOf(own, workspace).calls)).toEqual([2, 2]);
});

it("reads what came since, and nothing a second time", async () => {
  const session: Judged[] = [[ENV]];
  const { store, read } = worldOf({ only: session });
  const count = createRuleCount(store, still());
  expect((await count()).hitOf(ENV, "/work").calls).toBe(1);
  session.push([ENV], [ENV]);
  expect((await count()).hitOf(ENV, "/work").calls).toBe(3);
  expect((await count()).calls).toBe(3);
  expect(read).toEqual(["only from 0", "only from 1"]);
});

it("stops when its time is over, and goes on from there the next time", async () => {
  const { store, read } = worldOf({ b: [[ENV]], a: many(500) });
  const count = createRuleCount(store, { nowMs: () => read.length * 250, lookMs: 300 });
  const looks: (readonly [calls: number, isWhole: boolean])[] = [];
  for (let times = 0; times < 3; times += 1) {
    const { calls, isWhole } = await count();
    looks.push([calls, isWhole]);
  }
  expect(looks).toEqual([
    [400, false],
    [501, true],
    [501, true],
  ]);
  expect(read).toEqual(["a from 300", "a from 100", "a from 0", "b from 0"]);
});

it("is not whole while the beginning of its only session was not read", async () => {
  const { store, read } = worldOf({ only: many(500) });
  const count = createRuleCount(store, { nowMs: () => read.length * 250, lookMs: 300 });
  const looks = [await count(), await count()];
  expect(looks.map(({ calls, isWhole }) => [calls, isWhole])).toEqual([
    [400, false],
    [500, true],
  ]);
});

it("counts a session that is shorter than it was anew", async () => {
  const session: Judged[] = [[ENV], [ENV], [ENV]];
  const count = createRuleCount(worldOf({ only: session }).store, still());
  expect((await count()).hitOf(ENV, "/work").calls).toBe(3);
  session.splice(0, 3, [README]);
  const again = await count();
  expect([again.calls, again.hitOf(ENV, "/work").calls]).toEqual([1, 0]);
});

it("counts the newest calls of a long record, and no more", async () => {
  const { store, read } = worldOf({ never: [[ENV]], long: many(1_000) });
  const { calls, isWhole } = await createRuleCount(store, { ...still(), mostCalls: 300 })();
  expect([calls, isWhole, read]).toEqual([400, true, ["long from 800", "long from 600"]]);
});

function still() {
  return { nowMs: () => 0, lookMs: 1 };
}

function many(count: number): readonly Judged[] {
  return Array.from({ length: count }, () => [ENV]);
}
