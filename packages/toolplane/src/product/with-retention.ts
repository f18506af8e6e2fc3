/** Lets go of what is too old: at the end of a command for a moment, and daily in a process that lives long. */
import type { Toolplane } from "../library/create-toolplane.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import type { State } from "../state/open-state.ts";

const BUDGET_MS = 500;
/** A command is over by then; a server has had its first clients. */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** The same toolplane, with retention. */
export function withRetention(
  toolplane: Toolplane,
  { settings, state }: { readonly settings: Settings; readonly state: State },
): Toolplane {
  if (settings.keepDays <= 0 && settings.keepMegabytes <= 0) return toolplane;
  const prune = async (budgetMs?: number): Promise<void> => {
    const { pruneState } = await import("../state/prune-state.ts");
    const nowMs = Date.now();
    await pruneState(state, settings, budgetMs === undefined ? { nowMs } : { nowMs, budgetMs });
  };
  let timer = setTimeout(function again() {
    void prune();
    timer = setTimeout(again, EVERY_MS).unref();
  }, FIRST_MS).unref();
  let closing: Promise<void> | undefined;
  return {
    ...toolplane,
    close() {
      clearTimeout(timer);
      closing ??= toolplane.close().then(() => prune(BUDGET_MS));
      return closing;
    },
  };
}
