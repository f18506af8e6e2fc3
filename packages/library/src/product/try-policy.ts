/** A draft of rules tried on what was recorded, and rules mined from it: by the settings' own judge, and nothing runs. */
import type { PolicyLayer } from "@toolplane/contract";
import { type RecordedCall, type RuleSuggestion, suggestRules } from "@toolplane/kernel/record";
import { comparePolicies, type PolicyComparison } from "../rules/compare-policies.ts";
import { draftLayers } from "../rules/draft-layers.ts";
import { type CallQuery, loadCalls } from "../rules/load-calls.ts";
import { shippedLayers } from "../rules/shipped-layers.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import type { State } from "../state/open-state.ts";
import { openJudge } from "./open-judge.ts";

/** Days that are looked back, unless given. */
export const TRIED_DAYS = 30;
const TURN_MS = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

interface TryOptions {
  readonly settings: Settings;
  readonly state: Pick<State, "store">;
  readonly days: number;
  /** Hears how many calls were read; true stops it. */
  readonly onCalls?: (calls: number) => boolean;
  /** Goes through the newest sessions first, for a look that is stopped early. */
  readonly isNewestFirst?: boolean;
}

/** Judges recorded calls with `draft` in place of the rules that it is a draft of. */
export async function tryDraft(
  draft: PolicyLayer,
  { settings, state, days, onCalls, isNewestFirst = false }: TryOptions,
): Promise<PolicyComparison> {
  const base = shippedLayers(settings);
  const judge = await openJudge({ settings });
  try {
    return await comparePolicies({
      sessions: inTurns(
        loadCalls(state.store, {
          ...queryOf(settings, days, draft.scope === "manifest"),
          isNewestFirst,
        }),
      ),
      before: [...base, ...settings.policy],
      after: [...base, ...draftLayers(settings.policy, draft)],
      variables: judge.host.variables(),
      judge: judge.kernel.recordJudge({ mode: settings.mode }),
      ...(onCalls ? { onSession: onCalls } : {}),
    });
  } finally {
    await judge.close();
  }
}

/** Rules that would have spared people questions. */
export async function mineSuggestions({ settings, state, days, onCalls }: TryOptions): Promise<{
  readonly suggestions: readonly RuleSuggestion[];
  readonly total: number;
}> {
  const judge = await openJudge({ settings });
  try {
    const calls: RecordedCall[] = [];
    for await (const session of inTurns(loadCalls(state.store, queryOf(settings, days)))) {
      calls.push(...session.calls);
      if (onCalls?.(calls.length)) break;
    }
    const suggestions = suggestRules({
      calls,
      layers: [...shippedLayers(settings), ...settings.policy],
      variables: judge.host.variables(),
      judge: judge.kernel.recordJudge({ mode: settings.mode }),
    });
    return { suggestions, total: calls.length };
  } finally {
    await judge.close();
  }
}

/** Pauses now and then: a store answers at once, so without a pause nothing else in this process has a turn, not even a stop. */
async function* inTurns<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  let sinceMs = performance.now();
  for await (const item of items) {
    yield item;
    if (performance.now() - sinceMs < TURN_MS) continue;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    sinceMs = performance.now();
  }
}

/** A person's own rules hold everywhere, a project's in its folder. */
function queryOf({ workspace }: Settings, days: number, isEverywhere = false): CallQuery {
  const sinceMs = Date.now() - days * DAY_MS;
  return { sinceMs, ...(isEverywhere || workspace === null ? {} : { workspace }) };
}
