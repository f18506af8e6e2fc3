/** Judges a request of a command. A person is asked while it waits, except about loopback. */
import type { NetTarget } from "@toolplane/contract";
import type { Gate, GateDecision } from "@toolplane/contract/ports";
import { isLoopbackHost } from "@toolplane/readings";

/** For what a service answers for: only what speaks against it closes it. */
export function isVouchedFor(gate: Gate, target: NetTarget): boolean {
  try {
    return (gate.vouch?.(target) ?? gate.check(target)).allowed;
  } catch {
    return false;
  }
}

/** A target that cannot be judged is closed. */
export function isOpen(gate: Gate, target: NetTarget): boolean {
  try {
    return gate.check(target).allowed;
  } catch {
    return false;
  }
}

/**
 * Loopback means two things to a command: its session's own servers inside, and the person's outside. What the session serves comes
 * first, as for a program that connects by itself. Outside opens only to what is decided already, never by a question, so that a
 * test that polls a server which is not up yet nags no person.
 */
export async function judgeRequest(gate: Gate, target: NetTarget): Promise<GateDecision> {
  try {
    return isLoopbackHost(target.host) ? gate.check(target) : await gate.ask(target);
  } catch {
    const reason = "it could not be judged, so it stays closed.";
    return { allowed: false, code: "permission_denied", reason, askable: false };
  }
}
