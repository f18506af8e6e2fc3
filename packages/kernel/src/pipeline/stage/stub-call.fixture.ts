/** A call on a session of plain values: as much of one as the road needs for a tool that touches nothing. */

import type { JsonObject, Opinion, ToolplaneEvent } from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";
import { type CallOptions, type CallState, createCallState } from "../../call/call-state.ts";
import { createFlowState } from "../../flow/flow-state.ts";
import { createRunningCalls } from "../../session/running-calls.ts";
import type { SessionState } from "../../session/session-state.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { createSharedFootprint } from "../../session/shared-footprint.ts";

/** A clock that a test advances by hand. */
interface StubClock {
  nowMs(): number;
  wallMs(): number;
  setTimer(ms: number, fire: () => void): () => void;
  advance(ms: number): void;
}

/** A call and what can be seen of it. */
export interface StubCall {
  readonly call: CallState;
  readonly clock: StubClock;
  readonly settled: SettleEntry[];
  readonly events: ToolplaneEvent[];
}

/** Differences from a call that is allowed and whose tool returns `done`. */
export interface StubOptions {
  readonly execute?: (args: JsonObject, runtime: { readonly signal: AbortSignal }) => unknown;
  readonly entry?: object;
  readonly session?: object;
  readonly options?: CallOptions;
}

const ALLOWED: Opinion = { judge: "rules", action: "allow", hard: false, reason: "It may." };

export function createStubCall({ execute, entry, session, options }: StubOptions = {}): StubCall {
  const clock = createStubClock();
  const settled: SettleEntry[] = [];
  const events: ToolplaneEvent[] = [];
  const tool = stubTool(execute ?? (() => "done"), entry ?? {});
  const state = {
    ...stubSession(clock, tool),
    recorder: { intent: () => undefined, settle: (one: SettleEntry) => void settled.push(one) },
    listeners: [(event: ToolplaneEvent) => void events.push(event)],
    ...session,
  } as unknown as SessionState;
  const call = createCallState(state, { id: "call_1", name: "stub", arguments: {} }, options ?? {});
  return { call, clock, settled, events };
}

function stubTool(execute: NonNullable<StubOptions["execute"]>, more: object): SessionTool {
  const shared = createSharedFootprint({ resources: [] });
  shared.verdict = { action: "allow", hard: false, opinions: [ALLOWED], winner: 0 };
  shared.mode = "ask";
  const limits = {
    maxOutput: 10_000,
    callsPerSession: null,
    retry: { attempts: 3, backoffMs: 10, factor: 2, jitterMs: 0 },
  };
  const entry = {
    tool: { id: "stub", execute, limits, mode: "read", repeatable: false, gated: true },
    origin: "bundled",
    gated: true,
    enabled: true,
    postureTrusted: true,
    remote: false,
    timeoutMs: 1_000,
    schema: () => ({ ok: true, schema: { validate: () => null } }),
    ...more,
  };
  return {
    entry,
    reach: { contains: () => true },
    capabilities: [],
    hasDoors: false,
    openRuntime: null,
    confinements: { ruledBy: null, kinds: {} },
    constant: shared,
    file: null,
  } as unknown as SessionTool;
}

function stubSession(clock: StubClock, tool: SessionTool): object {
  return {
    manifest: { sessionId: "ses_1", mode: "ask", role: "agent", workspace: "main", allowlist: [] },
    mode: { now: () => "ask" },
    analyzer: {},
    host: { clock, sidecars: { write: async () => "/sidecar" } },
    ids: { next: (prefix: string) => `${prefix}_1`, random: () => 0 },
    redactor: { text: (text: string) => text, value: <T>(value: T): T => value },
    running: createRunningCalls(clock),
    toolsEnabled: () => true,
    tools: (name: string) => (name === "stub" ? tool : null),
    listing: { isCallable: () => true, isStale: () => false },
    registry: {
      enter: () => true,
      leave: () => undefined,
      hold: () => undefined,
      release: () => undefined,
      starting: () => null,
      absence: () => null,
      metrics: { record: () => undefined },
    },
    seen: () => false,
    argumentLimits: { maxBytes: 1_000, maxDepth: 10 },
    budget: { reserve: () => null, release: () => undefined },
    processReach: { contains: () => true, placeOf: () => "inside" },
    narrowings: { active: () => [] },
    policies: { base: { flow: { rules: [], labels: [] } }, restrictions: [] },
    flow: createFlowState(),
    labeller: { isEmpty: true, labels: [], mayMean: () => false, labelsOf: () => [] },
    shownFiles: {
      labels: async () => [],
      history: async () => [],
      storedLabels: () => [],
      files: async () => [],
      finds: () => () => true,
      forget: () => {},
    },
    isHeld: () => true,
    brought: null,
    judges: { flags: null, stateMachine: null, guards: [], watchdog: null },
    locks: { take: () => null },
    hooks: [],
    tokens: null,
    retry: null,
    uncaught: "hidden",
    readOutput: null,
    preview: null,
    maxOutput: null,
    maxResultBytes: null,
    stopped: null,
    cleanRules: true,
    ordinal: 0,
  };
}

function createStubClock(): StubClock {
  let now = 0;
  const timers = new Set<{ readonly atMs: number; readonly fire: () => void }>();
  return {
    nowMs: () => now,
    wallMs: () => 1_000_000 + now,
    setTimer(ms, fire) {
      const timer = { atMs: now + ms, fire };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.atMs > now || !timers.delete(timer)) continue;
        timer.fire();
      }
    },
  };
}
