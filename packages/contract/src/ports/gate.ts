/**
 * The gate: implemented by the kernel, asked by every door between opening and using, by `search` for each file, and by the
 * egress relay for each host. The same compiled policy as the judge, at the moment of use.
 */

import type { ShownFact } from "../call/approval.ts";
import type { NetTarget, OpaqueTarget, Target } from "../policy/footprint.ts";
import type { RuleReference } from "../policy/rule.ts";
import type { ErrorCode } from "../result/error.ts";

/** A concrete operation that is about to happen. */
export type Access = Exclude<Target, OpaqueTarget>;

/** Go, or not. `predicted` is false when only an allow rule opened it. */
export type GateDecision =
  | { readonly allowed: true; readonly predicted: boolean }
  | {
      readonly allowed: false;
      readonly code: Extract<
        ErrorCode,
        "capability_denied" | "permission_denied" | "approval_rejected" | "cancelled"
      >;
      readonly reason: string;
      readonly rule?: RuleReference;
      /** True when a person could still open it: a rule asked, or nothing matched. */
      readonly askable: boolean;
    };

/** A look-up that a person may want before they answer. Until they do, nothing of it leaves this machine. */
export interface LookUp {
  /** Where it asks, and for what: `asks registry.example for left-pad`. */
  readonly words: string;
  /** Where it asks, for the record. */
  readonly target: NetTarget;
  /** Bounded in time by whoever gives it. A ToolError's message is for the person. */
  run(signal: AbortSignal): Promise<readonly ShownFact[]>;
}

/** Port, the other way: `kernel` implements it, `host` calls it. Bound to one call. */
export interface Gate {
  check(access: Access): GateDecision;
  /** False where no rule closes reading of a path or anything below it, asks about it or labels it. Without it any may. */
  mayClose?(path: string): boolean;
  /** Another name of something that was let in: the refusal when a rule closes that name, else null. Silence about it closes nothing. */
  closes?(access: Access): Extract<GateDecision, { readonly allowed: false }> | null;
  /**
   * Like `check`, for a request that a service of ours made itself and that carries nothing out: what nothing speaks of is open.
   * A gate without it has `check` only.
   */
  vouch?(access: NetTarget): GateDecision;
  /** Like `check`, and asks a person when that could open it, who may look up more first. Deadlines are paused meanwhile. */
  ask(access: Access, lookUp?: LookUp): Promise<GateDecision>;
  /** The same of many at once, with one question for all that need one. The first refusal, or null. Without it each is asked. */
  askAll?(accesses: readonly Access[]): Promise<Extract<GateDecision, { allowed: false }> | null>;
  /**
   * Asked about every address that an allowed name turned out to have: the refusal when a rule denies it by naming addresses, else
   * null. A rule about all hosts says nothing here, for the name was judged by it already. A gate without it denies none.
   */
  denyAddress?(access: NetTarget): Extract<GateDecision, { readonly allowed: false }> | null;
  /**
   * True where a rule about methods or paths covers the host, so that its requests must be read one by one. A gate without it reads
   * none. Without a host: whether there is such a rule at all.
   */
  needsRequests?(access?: NetTarget): boolean;
  /**
   * Tells whenever something that was open may be closed now, because of what the session has seen since: the holder of a connection
   * asks again and cuts it. Returns how to stop.
   */
  onNarrow?(listener: () => void): () => void;
}
