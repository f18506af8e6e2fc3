/**
 * Asks the call's gate for the file doors: one question for one concrete operation. `enter` refuses loudly; `admits` is for
 * listings and searches, which leave out what is refused and do not say so.
 */
import { type FsTarget, ToolError } from "@toolplane/contract";
import type { DoorContext, GateDecision } from "@toolplane/contract/ports";

/** The gate of one call, as its doors use it. */
export interface DoorGate {
  readonly signal: AbortSignal;
  /** Throws the decision's code and reason when refused, `cancelled` when the call is over. */
  enter(target: FsTarget): void;
  /** Says whether the operation may happen, and nothing else. */
  admits(target: FsTarget): boolean;
  /** The reason why a rule closes a name; null when none does. Silence about it is no reason. */
  closes(target: FsTarget): ToolError | null;
  /** The same of another name of what was let in: what carries a label under one of its names carries it under all. */
  closesOther(target: FsTarget): ToolError | null;
  /** False where no rule is about a path or anything below it: such a name of a thing needs no look. */
  mayClose(path: string): boolean;
  /** Like `enter`, but a person is asked when that could open it: for what no footprint can predict. */
  request(target: FsTarget): Promise<void>;
  /** The same of many, with one question for all of them. */
  requestAll(targets: readonly FsTarget[]): Promise<void>;
  /** A call that is over touches nothing more. */
  goOn(): void;
}

export function createDoorGate({ gate, signal }: Pick<DoorContext, "gate" | "signal">): DoorGate {
  function goOn(): void {
    if (signal.aborted) throw new ToolError("cancelled", "Cancelled", { cause: signal.reason });
  }
  return {
    signal,
    goOn,
    enter(target) {
      goOn();
      insist(gate.check(target));
      goOn();
    },
    admits(target) {
      goOn();
      return gate.check(target).allowed;
    },
    closes(target) {
      goOn();
      const decision = gate.check(target);
      return decision.allowed || !decision.rule ? null : refusal(decision);
    },
    closesOther(target) {
      if (gate.closes === undefined) return this.closes(target);
      goOn();
      const decision = gate.closes(target);
      return decision && refusal(decision);
    },
    mayClose: (path) => gate.mayClose?.(path) ?? true,
    async request(target) {
      goOn();
      insist(await gate.ask(target));
      goOn();
    },
    async requestAll(targets) {
      goOn();
      if (gate.askAll === undefined) for (const target of targets) insist(await gate.ask(target));
      else {
        const refused = await gate.askAll(targets);
        if (refused !== null) throw refusal(refused);
      }
      goOn();
    },
  };
}

function insist(decision: GateDecision): void {
  if (!decision.allowed) throw refusal(decision);
}

function refusal(decision: GateDecision & { readonly allowed: false }): ToolError {
  const { code, reason, rule, askable } = decision;
  return new ToolError(code, reason, { detail: { rule: rule ?? null, askable } });
}
