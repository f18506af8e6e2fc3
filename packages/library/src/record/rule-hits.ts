/**
 * Counts how often each rule decided a call, and when last, by the newest calls of a store. A verdict is in a payload, so every
 * call that is counted has to be read once. The counts of a session are kept as a few numbers. A look ends after a moment with
 * what it has, and the next look goes on from there.
 */
import type { PolicyRule, RuleSource, Verdict } from "@toolplane/contract";
import type { EventRow, Store } from "@toolplane/contract/ports";
import { readCalls } from "@toolplane/kernel/record";
import { newestFirst } from "./sessions/list-sessions.ts";
import { workspaceOf } from "./sessions/workspace-of.ts";

interface RuleHit {
  readonly calls: number;
  readonly lastAtMs: number | null;
}

interface PlacedRule {
  readonly rule: PolicyRule;
  readonly source: RuleSource;
}

export interface CountedRules {
  /** Calls that were looked at. */
  readonly calls: number;
  /** False: a look was over before everything within the bound was counted, and the next one goes on. */
  readonly isWhole: boolean;
  /** Hits of one rule, wherever it is in its file by now; for a project's rule, in the sessions that worked in its folder. */
  hitOf(listed: PlacedRule, workspace: string | null): RuleHit;
}

export type CountRules = () => Promise<CountedRules>;

export interface CountOptions {
  readonly nowMs: () => number;
  /** Longest time of one look. */
  readonly lookMs: number;
  readonly mostCalls?: number;
}

const MOST_CALLS = 20_000;
/** Rows between which others have their turn. */
const PAGE = 200;

type HitStore = Pick<Store, "sessions" | "events" | "payloads">;
type Hits = Map<string, RuleHit>;

/** Counts over the rows from `first` to `last` of a session. */
interface CountedSession {
  readonly first: number;
  readonly last: number;
  readonly calls: number;
  readonly hits: Hits;
}

export function createRuleCount(
  store: HitStore,
  { nowMs, lookMs, mostCalls = MOST_CALLS }: CountOptions,
): CountRules {
  let kept: ReadonlyMap<string, CountedSession> = new Map();
  return async () => {
    const untilMs = nowMs() + lookMs;
    const hasTime = (): boolean => nowMs() <= untilMs;
    const counted = new Map<string, CountedSession>();
    let calls = 0;
    let isWhole = true;
    for (const manifest of await newestFirst(store)) {
      if (calls >= mostCalls) break;
      const { sessionId } = manifest;
      const workspace = workspaceOf(manifest);
      const known = kept.get(sessionId);
      const head = hasTime() ? ((await store.events.head(sessionId))?.sequence ?? -1) : null;
      const own =
        head === null
          ? known
          : await countSession(
              { store, sessionId, workspace, head, room: mostCalls - calls, hasTime },
              known,
            );
      if (own === undefined || (head !== null && own.last < head)) isWhole = false;
      if (own === undefined) continue;
      if (own.first > 0 && calls + own.calls < mostCalls) isWhole = false;
      counted.set(sessionId, own);
      calls += own.calls;
    }
    // Sessions past the bound by now are let go of, so no more is kept than one count holds.
    kept = counted;
    const sums: Hits = new Map();
    for (const { hits } of counted.values()) for (const [key, hit] of hits) addHit(sums, key, hit);
    return {
      calls,
      isWhole,
      hitOf: (listed, workspace) => sums.get(keyOf(listed, workspace)) ?? NEVER,
    };
  };
}

const NEVER: RuleHit = { calls: 0, lastAtMs: null };

interface SessionLook {
  readonly store: HitStore;
  readonly sessionId: string;
  readonly workspace: string | null;
  readonly head: number;
  /** Calls that may still be counted. */
  readonly room: number;
  readonly hasTime: () => boolean;
}

/** Counts the newer rows, then the older ones, as far as there is time and room. */
async function countSession(
  look: SessionLook,
  known: CountedSession | undefined,
): Promise<CountedSession> {
  const { head, room, hasTime } = look;
  // A session that was made again, or cut, is counted from its end.
  const isKnown = known !== undefined && known.last <= head;
  let own = isKnown ? known : { first: head + 1, last: head, calls: 0, hits: new Map() };
  while (own.last < head && hasTime()) {
    const last = Math.min(head, own.last + PAGE);
    own = await countRows(look, own, { from: own.last + 1, until: last });
  }
  while (own.first > 0 && own.calls < room && hasTime()) {
    const first = Math.max(0, own.first - PAGE);
    own = await countRows(look, own, { from: first, until: own.first - 1 });
  }
  return own;
}

async function countRows(
  { store, sessionId, workspace }: SessionLook,
  before: CountedSession,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<CountedSession> {
  const rows = await store.events.read(sessionId, { from, limit: until - from + 1 });
  const settled = rows.filter(isSettled);
  const payloads = new Map<string, Uint8Array>();
  for (const { payloadDigest } of settled) {
    const bytes = payloads.has(payloadDigest) ? null : await store.payloads.get(payloadDigest);
    if (bytes !== null) payloads.set(payloadDigest, bytes);
  }
  const hits: Hits = new Map(before.hits);
  for (const { verdict, atMs } of readCalls({ rows: settled, payloads }).calls)
    for (const key of decidersOf(verdict, workspace))
      addHit(hits, key, { calls: 1, lastAtMs: atMs });
  await new Promise<void>((resolve) => void setImmediate(resolve));
  return {
    first: Math.min(before.first, from),
    last: Math.max(before.last, until),
    calls: before.calls + settled.length,
    hits,
  };
}

function isSettled({ type }: EventRow): boolean {
  return type.startsWith("call-") && type !== "call-intent";
}

/**
 * The rules that said what came of the call, each once: a command that reads two files is allowed by the rules about both, and
 * would have asked without either.
 */
function decidersOf(verdict: Verdict | null, workspace: string | null): ReadonlySet<string> {
  const action = verdict?.opinions[verdict.winner]?.action;
  return new Set(
    (verdict?.opinions ?? []).flatMap((opinion) =>
      opinion.rule && opinion.action === action ? [keyOf(opinion.rule, workspace)] : [],
    ),
  );
}

/**
 * Names a rule without its line: a rule that moved in its file is the same rule. The files of all projects have the same name, so
 * theirs differ by the folder.
 */
function keyOf({ rule, source: { scope, file } }: PlacedRule, workspace: string | null): string {
  const { permission, pattern, action, after, unless } = rule;
  const place = scope === "project" ? workspace : null;
  return JSON.stringify([scope, place, file, permission, pattern, action, after, unless]);
}

function addHit(sums: Hits, key: string, { calls, lastAtMs }: RuleHit): void {
  const before = sums.get(key) ?? NEVER;
  const last = Math.max(before.lastAtMs ?? 0, lastAtMs ?? 0);
  sums.set(key, { calls: before.calls + calls, lastAtMs: last });
}
