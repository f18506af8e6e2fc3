/** Calls observers in order, waiting for each that returns a promise. An observer's error is its own. */
import type { CallHooks } from "./call-hooks.ts";

/** Calls `tell` for every hook; returns a promise only when one of them gave one. Never throws, never rejects. */
export function tellHooks(
  hooks: readonly CallHooks[],
  tell: (hooks: CallHooks) => void | Promise<void>,
  from = 0,
): undefined | Promise<undefined> {
  for (let index = from; index < hooks.length; index += 1) {
    try {
      const told = tell(hooks[index] as CallHooks);
      if (told instanceof Promise) {
        const goOn = () => tellHooks(hooks, tell, index + 1);
        return told.then(goOn, goOn);
      }
    } catch {
      // An observer that throws has said nothing.
    }
  }
  return undefined;
}
