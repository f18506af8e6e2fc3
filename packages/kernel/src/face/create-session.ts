/** Puts the road behind a session's face. Nothing here throws once the session is open. */
import type { EarlierRun, ToolCall, ToolCallText, ToolResult } from "@toolplane/contract";
import { type CallOptions, type CallState, createCallState } from "../call/call-state.ts";
import { settle } from "../call/settle.ts";
import { type BatchOutcome, runBatch } from "../pipeline/run-batch.ts";
import { walkToEnd } from "../pipeline/walk.ts";
import { clearLabels, noteFlow, noteInherited, noteSaid } from "../session/note-flow.ts";
import { emit, type SessionState } from "../session/session-state.ts";
import { explainCall } from "./explain-call.ts";
import { makeReady } from "./make-ready.ts";
import { openSessionState } from "./open-session-state.ts";
import type { SessionOptions } from "./options/kernel-options.ts";
import type { Session } from "./options/session.ts";
import type { Shared } from "./options/shared.ts";
import { readCall } from "./read-call.ts";
import { renewLeases } from "./renew-leases.ts";

/** How long a session that ends waits for calls that were cancelled to settle. */
const SETTLE_MS = 5_000;

const CANCELLED = { kind: "cancelled", text: "Cancelled" } as const;

const CLOSED = { kind: "cancelled", text: "Closed: this session takes no more calls." } as const;

const NO_OPTIONS: CallOptions = Object.freeze({});

/** Opens a session. `onClose` makes the kernel let go of it. */
export function createSession(
  shared: Shared,
  options: SessionOptions,
  onClose: () => void,
): Session {
  const state = openSessionState(shared, options);
  const { sessionId } = state.manifest;
  let closing: Promise<void> | undefined;
  const session: Session = {
    id: sessionId,
    manifest: state.manifest,
    call: (call, callOptions = NO_OPTIONS) => runCall(state, call, callOptions),
    async callAll(calls, callOptions = {}) {
      const turn = shared.registry.beginTurn();
      try {
        return await runCalls(state, calls, callOptions);
      } finally {
        turn.end();
      }
    },
    explain: (call, callOptions = NO_OPTIONS) => explainCall(state, call, callOptions),
    ready: () => makeReady(state),
    definitions: () => state.listing.definitions(),
    listing: () => state.listing.text(),
    on(listener) {
      state.listeners = [...(state.listeners ?? []), listener];
      return () => {
        const left = (state.listeners ?? []).filter((other) => other !== listener);
        state.listeners = left.length > 0 ? left : null;
      };
    },
    mode: () => state.mode.now(),
    setMode(mode) {
      state.mode.set(mode);
      shared.options.onModeChange?.({ ...state.manifest, mode });
    },
    approvals: () => state.approvals.list(),
    revokeApprovals(ids) {
      const revoked = ids.filter((id) => state.approvals.revoke(id));
      if (revoked.length > 0) void renewLeases([state]);
    },
    clearApprovals() {
      state.approvals.clear();
      void renewLeases([state]);
      shared.options.onClearApprovals?.(sessionId);
    },
    narrowings: () => state.narrowings.list(),
    lift: (by) => state.narrowings.lift(by),
    said: (text) => noteSaid(state, text),
    labels: () => state.flow.seen(),
    inherit: (seen) => noteInherited(state, seen),
    endorse: (source) => noteFlow(state, { kind: "endorsed", source }),
    clearLabels: () => clearLabels(state),
    cancel: () => state.scope.cancel(CANCELLED),
    close() {
      closing ??= end(state).finally(onClose);
      return closing;
    },
  };
  shared.states.set(session, state);
  emit(state, { type: "session-open", sessionId, atMs: state.host.clock.wallMs() });
  return session;
}

async function end(state: SessionState): Promise<void> {
  const { host, running, scope, manifest } = state;
  const { sessionId } = manifest;
  scope.cancel(CANCELLED);
  // What ran was cancelled; what comes now is too late.
  state.stopped = CLOSED;
  scope.release();
  running.close();
  await Promise.allSettled([stopProcesses(state)]);
  // Cancelled calls get their own end in the record, before that of the session.
  await running.idle(SETTLE_MS);
  await Promise.allSettled([host.sidecars.close(sessionId)]);
  await Promise.allSettled([host.closeSession?.(sessionId)]);
  emit(state, { type: "session-close", sessionId, atMs: host.clock.wallMs() });
}

/** Stops the processes that outlived their call: they do not outlive their session. */
async function stopProcesses({ host, manifest }: SessionState): Promise<void> {
  const left = host.processes.list(manifest.sessionId).filter(({ running }) => running);
  await Promise.allSettled(left.map(({ id }) => host.processes.stop(id)));
}

/** Walks one call. The promise of a call that waits is handed on as it is. */
function runCall(
  state: SessionState,
  call: ToolCall | ToolCallText,
  options: CallOptions,
): Promise<ToolResult> {
  if (state.past) return state.past.then(() => runCall(state, call, options));
  const settled = walkToEnd(callStateOf(state, call, options));
  return settled instanceof Promise ? settled : Promise.resolve(settled);
}

function runCalls(
  state: SessionState,
  calls: readonly (ToolCall | ToolCallText)[],
  given: NonNullable<Parameters<Session["callAll"]>[1]>,
): Promise<BatchOutcome> {
  if (state.past) return state.past.then(() => runCalls(state, calls, given));
  const { resumes, repaired, ...options } = given;
  const optionsOf = (call: ToolCall | ToolCallText): CallOptions => {
    const what = repaired?.[call?.id];
    return what === undefined ? options : { ...options, repaired: what };
  };
  return runBatch(
    state,
    calls.map((call) => callStateOf(state, call, repaired ? optionsOf(call) : options, resumes)),
  );
}

const NO_CLOCK = "The host's clock fails, so nothing was run.";
const PAST_UNKNOWN =
  "What this session did before could not be read, so nobody knows whether this call ran already.";

/** A value that is no call settles as input error, because a caller may hand on whatever a model said. */
function callStateOf(
  state: SessionState,
  call: ToolCall | ToolCallText,
  options: CallOptions,
  resumes?: ReadonlyMap<string, EarlierRun>,
): CallState {
  const read = readCall(call);
  if (read.fault === null) {
    const earlier = resumes?.get(read.call.id);
    const own = earlier ? { ...options, resumes: earlier } : options;
    const made = createCallState(state, read.call, own);
    if (Number.isNaN(made.startedMs)) made.result = settle(made, "internal", NO_CLOCK);
    else if (state.pastUnknown) made.result = settle(made, "unavailable", PAST_UNKNOWN);
    return made;
  }
  const record = createCallState(state, { id: "invalid", name: "", arguments: {} }, options);
  record.result = settle(record, "invalid_input", `Invalid arguments: ${read.fault}`);
  return record;
}
