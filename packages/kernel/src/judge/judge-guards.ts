/** The host's guards, in order; the first deny ends it. A guard that breaks refuses. */
import type { Opinion } from "@toolplane/contract";
import type { Guard, JudgedCall } from "./judges.ts";

/** Adds the guards' opinions; returns a promise only when a guard does. */
export function judgeGuards(
  guards: readonly Guard[],
  call: JudgedCall,
  opinions: Opinion[],
  from = 0,
): undefined | Promise<undefined> {
  for (let index = from; index < guards.length; index += 1) {
    let answer: unknown;
    try {
      answer = (guards[index] as Guard)(call);
    } catch {
      answer = null;
    }
    if (isThenable(answer)) {
      return answer
        .then(
          (value) => value,
          () => null,
        )
        .then((value) =>
          add(value, opinions) ? judgeGuards(guards, call, opinions, index + 1) : undefined,
        );
    }
    if (!add(answer, opinions)) return undefined;
  }
  return undefined;
}

/** False when the guard denied: asking the others would change nothing. */
function add(answer: unknown, opinions: Opinion[]): boolean {
  const { action, reason } = (typeof answer === "object" && answer !== null ? answer : {}) as {
    readonly action?: unknown;
    readonly reason?: unknown;
  };
  const text = typeof reason === "string" && reason !== "" ? reason : null;
  if (action === "allow") return true;
  if (action === "ask") {
    opinions.push({
      judge: "guard",
      action,
      hard: true,
      reason: text ?? "A guard wants a person to look.",
    });
    return true;
  }
  opinions.push({
    judge: "guard",
    action: "deny",
    hard: true,
    reason:
      action === "deny"
        ? (text ?? "A guard refused it.")
        : "A guard failed or gave no usable answer.",
  });
  return false;
}

function isThenable(value: unknown): value is Promise<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
