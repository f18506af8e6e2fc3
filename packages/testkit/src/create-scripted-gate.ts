/** A gate without a kernel, for tests of doors alone: it allows everything that a test does not refuse. */
import type { Access, DoorContext, Gate, GateDecision } from "@toolplane/contract/ports";

/** A gate that can be asked what it was asked. */
export interface ScriptedGate extends Gate {
  /** Every access so far, in order. */
  asked(): readonly Access[];
}

/** A gate's answer: the reason of a refusal, a whole decision, or null to let it pass. */
export type GateScript = (access: Access) => GateDecision | string | null;

/** Makes a gate. A reason becomes a `permission_denied` that no answer can open. */
export function createScriptedGate(refuse: GateScript = () => null): ScriptedGate {
  const asked: Access[] = [];
  function check(access: Access): GateDecision {
    asked.push(access);
    const answer = refuse(access);
    if (answer === null) return { allowed: true, predicted: true };
    if (typeof answer !== "string") return answer;
    return { allowed: false, code: "permission_denied", reason: answer, askable: false };
  }
  return { check, ask: async (access) => check(access), asked: () => asked };
}

/** The context of a door, with everything open that is not given. Nothing is redacted. */
export function createDoorContext(given: Partial<DoorContext> = {}): DoorContext {
  return {
    gate: createScriptedGate(),
    redactor: {
      text: (text) => text,
      stream: () => ({ push: (chunk) => chunk, end: () => "" }),
      value: (value) => value,
    },
    signal: new AbortController().signal,
    sessionId: "session_0001",
    callId: "call_0001",
    ...given,
  };
}
