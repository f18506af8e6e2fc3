/** The watchdog of a case, with the behaviour it was given. */
import type { JsonObject } from "@toolplane/contract";
import type { Watchdog, WatchdogAnswer } from "@toolplane/kernel";

export function createCaseWatchdog(behaviour: JsonObject): Watchdog {
  return (view) => {
    if ("throws" in behaviour) throw new Error(String(behaviour.throws));
    if ("hangMs" in behaviour) return answerLater(Number(behaviour.hangMs));
    if ("raw" in behaviour) return behaviour.raw as WatchdogAnswer;
    if ("mutateArgsTo" in behaviour) mutate(view.arguments, behaviour.mutateArgsTo as JsonObject);
    if ("deny" in behaviour) return { action: "deny", reason: String(behaviour.deny) };
    if ("ask" in behaviour)
      return typeof behaviour.ask === "string"
        ? { action: "ask", reason: behaviour.ask }
        : { action: "ask" };
    return { action: "allow" };
  };
}

function answerLater(ms: number): Promise<WatchdogAnswer> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ action: "allow" }), ms).unref();
  });
}

/** Tries to swap what was judged. A frozen object throws, and that is the hook's own failure to deal with. */
function mutate(args: JsonObject, to: JsonObject): void {
  for (const [name, value] of Object.entries(to)) {
    try {
      (args as Record<string, unknown>)[name] = value;
    } catch {
      // What could not be changed stays; the call goes on with what was judged.
    }
  }
}
