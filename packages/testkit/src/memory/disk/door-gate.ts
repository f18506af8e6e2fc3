/**
 * Asks for every memory door: one question to the call's gate for one concrete operation, written down whatever the
 * answer. `enter` refuses loudly; `admits` is for searches, which leave out what is refused and do not say so.
 */
import { ToolError } from "@toolplane/contract";
import type { Access, DoorContext, GateDecision } from "@toolplane/contract/ports";

/** One question of a door to the gate, with its answer. */
export interface MemoryAccess {
  readonly target: Access;
  readonly allowed: boolean;
  /** False when only an allow rule opened it, and for what was refused. */
  readonly predicted: boolean;
  readonly sessionId: string;
  readonly callId: string;
}

/** The gate of one call, as its doors use it. */
export interface DoorGate {
  /** Throws the decision's code and reason when refused, `cancelled` when the call is over. */
  enter(access: Access): void;
  /** Says whether the operation may happen, and nothing else. */
  admits(access: Access): boolean;
  /** Like `enter`, but a person is asked when that could open it: for what no footprint can predict. */
  request(access: Access): Promise<void>;
}

/** The part of a door's context that asking needs. */
export type GateContext = Pick<DoorContext, "gate" | "signal" | "sessionId" | "callId">;

/** Binds the gate of one call to the log of a host. */
export function createDoorGate(context: GateContext, log: MemoryAccess[]): DoorGate {
  const { gate, sessionId, callId } = context;

  function note(target: Access, decision: GateDecision): GateDecision {
    const predicted = decision.allowed && decision.predicted;
    log.push({ target, allowed: decision.allowed, predicted, sessionId, callId });
    return decision;
  }
  function insist(decision: GateDecision): void {
    if (decision.allowed) return;
    const { code, reason, rule, askable } = decision;
    throw new ToolError(code, reason, { detail: { rule: rule ?? null, askable } });
  }

  return {
    enter(access) {
      throwIfOver(context.signal);
      insist(note(access, gate.check(access)));
      throwIfOver(context.signal);
    },
    admits(access) {
      throwIfOver(context.signal);
      return note(access, gate.check(access)).allowed;
    },
    async request(access) {
      throwIfOver(context.signal);
      insist(note(access, await gate.ask(access)));
      throwIfOver(context.signal);
    },
  };
}

/** Every operation of a door begins here: a call that is over touches nothing more. */
export function throwIfOver(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolError("cancelled", "Cancelled", { cause: signal.reason });
}
