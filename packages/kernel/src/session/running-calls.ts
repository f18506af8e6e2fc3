/**
 * The calls of a session that wait for something: they can be cancelled, and their deadlines run. A timer, a scope or
 * an AbortSignal per call would each cost more than the call; so waiting calls form a linked list through their own
 * records, one timer is armed for the earliest deadline, and a signal is made at its first use. A deadline pauses while
 * a person is asked.
 */
import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { CancelReason } from "./cancel-scope.ts";
import { nowOf } from "./now-of.ts";

/** The members of a call that waiting needs. Part of its record, so that waiting allocates nothing. */
export interface RunningCall {
  readonly startedMs: number;
  /** How long it may take, and when it must be over. */
  allowedMs: number;
  dueMs: number;
  /** How long it stood still so far: a person was asked, or others of its batch were. */
  restedMs: number;
  /** When its deadline was paused, and how many hold it. */
  pausedAtMs: number;
  pauses: number;
  /** How many questions of it wait for an answer, and how long people took so far; less the moment it was asked while one waits. */
  asks: number;
  askedMs: number;
  listed: boolean;
  previous: RunningCall | null;
  next: RunningCall | null;
  /** Null until it is stopped. */
  stopped: CancelReason | null;
  controller: AbortController | null;
  /** Called once when the call is stopped; the code that waits for it sets this. */
  interrupt: ((reason: CancelReason, call: RunningCall) => void) | null;
  /** Data of the code that set `interrupt`, instead of a closure for each call. */
  waiter: object | null;
}

/** The waiting calls of one session. */
export interface RunningCalls {
  /** The call waits from here on; its deadline is `timeoutMs` after its start. */
  enter(call: RunningCall, timeoutMs: number): void;
  leave(call: RunningCall): void;
  /** Pauses the deadline; may be nested. */
  pause(call: RunningCall): void;
  resume(call: RunningCall): void;
  /** The waiting calls, oldest first. */
  list(): readonly RunningCall[];
  /** Stops every waiting call, oldest first. */
  stopAll(reason: CancelReason): void;
  /** Settles when no call waits any more; null when none does. */
  settled(): Promise<void> | null;
  /** The same, but for this long at the most: a tool may never come back. */
  idle(patienceMs: number): Promise<void>;
  close(): void;
}

const NO_DEADLINE: CancelReason = {
  kind: "cancelled",
  text: "The host's clock fails, so the call could have no deadline.",
};

export function createRunningCalls(clock: Clock): RunningCalls {
  let first: RunningCall | null = null;
  let last: RunningCall | null = null;
  let armedForMs = Number.POSITIVE_INFINITY;
  let disarm: (() => void) | null = null;
  let allLeft: PromiseWithResolvers<void> | null = null;

  /** Arms the timer. A call whose deadline cannot be kept is stopped at once. */
  const arm = (call: RunningCall): void => {
    if (call.dueMs >= armedForMs) return;
    try {
      const next = clock.setTimer(Math.max(0, call.dueMs - clock.nowMs()), fire);
      disarm?.();
      disarm = next;
      armedForMs = call.dueMs;
    } catch {
      stopCall(call, NO_DEADLINE);
    }
  };
  const fire = (): void => {
    const nowMs = nowOf(clock, armedForMs);
    disarm = null;
    armedForMs = Number.POSITIVE_INFINITY;
    for (const call of callsFrom(first)) {
      if (call.pauses > 0) continue;
      if (call.dueMs > nowMs) arm(call);
      else stopCall(call, { kind: "timeout", text: timeoutText(call) });
    }
  };

  const settled = (): Promise<void> | null => {
    if (first === null) return null;
    allLeft ??= Promise.withResolvers<void>();
    return allLeft.promise;
  };

  return {
    enter(call, timeoutMs) {
      call.listed = true;
      call.allowedMs = timeoutMs;
      call.dueMs = call.startedMs + call.restedMs + timeoutMs;
      call.previous = last;
      if (last) last.next = call;
      else first = call;
      last = call;
      arm(call);
    },
    leave(call) {
      if (!call.listed) return;
      call.listed = false;
      if (first === call) first = call.next;
      if (last === call) last = call.previous;
      unlink(call);
      if (first !== null || allLeft === null) return;
      allLeft.resolve();
      allLeft = null;
    },
    pause(call) {
      call.pauses += 1;
      if (call.pauses === 1) call.pausedAtMs = nowOf(clock, call.startedMs);
    },
    resume(call) {
      call.pauses -= 1;
      if (call.pauses > 0) return;
      const restedMs = nowOf(clock, call.pausedAtMs) - call.pausedAtMs;
      call.restedMs += restedMs;
      call.dueMs += restedMs;
      if (call.listed) arm(call);
    },
    list: () => callsFrom(first),
    stopAll(reason) {
      for (const call of callsFrom(first)) stopCall(call, reason);
    },
    settled,
    idle: (patienceMs) => waitAtMost(clock, settled(), patienceMs),
    close() {
      disarm?.();
      disarm = null;
    },
  };
}

async function waitAtMost(clock: Clock, work: Promise<void> | null, ms: number): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const forget = clock.setTimer(ms, resolve);
  await Promise.race([work, patience]);
  forget();
}

function unlink(call: RunningCall): void {
  if (call.previous) call.previous.next = call.next;
  if (call.next) call.next.previous = call.previous;
  call.previous = null;
  call.next = null;
}

/** Copies the list, because stopping a call takes it out. */
function callsFrom(first: RunningCall | null): readonly RunningCall[] {
  const calls: RunningCall[] = [];
  for (let call = first; call; call = call.next) calls.push(call);
  return calls;
}

/** Stops one call: aborts its signal and calls `interrupt`. Only the first reason counts. */
export function stopCall(call: RunningCall, reason: CancelReason): void {
  if (call.stopped) return;
  call.stopped = reason;
  call.controller?.abort(stopError(reason));
  const { interrupt } = call;
  call.interrupt = null;
  interrupt?.(reason, call);
}

/** A person is asked; two questions at once are one wait. */
export function beginAsk(call: RunningCall, nowMs: number): void {
  if (call.asks === 0) call.askedMs -= nowMs;
  call.asks += 1;
}

export function endAsk(call: RunningCall, nowMs: number): void {
  call.asks -= 1;
  if (call.asks === 0) call.askedMs += nowMs;
}

/** How long people were asked about it so far. */
export function askedUntil({ asks, askedMs }: RunningCall, nowMs: number): number {
  return asks > 0 ? askedMs + nowMs : askedMs;
}

/** The signal of a call, made on first touch. It aborts with an error that a tool may simply let through. */
export function signalOf(call: RunningCall): AbortSignal {
  if (!call.controller) {
    call.controller = new AbortController();
    if (call.stopped) call.controller.abort(stopError(call.stopped));
  }
  return call.controller.signal;
}

function stopError({ kind, text }: CancelReason): ToolError {
  return new ToolError(kind === "rules" ? "permission_denied" : kind, text);
}

/** Says the allowed time, not the time that passed: waiting for a person does not count. */
function timeoutText(call: RunningCall): string {
  return `The call did not finish within ${call.allowedMs} ms and was stopped.`;
}
