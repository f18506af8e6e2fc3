/**
 * Asks a person when an agent's money is used up. The agent in the family whose budget it is asks, in its own session. Those below
 * it wait for the same answer, wherever they work.
 */
import type { LoopInput, LoopState, Purse, RunOptions } from "@toolplane/agent";
import type { Session } from "@toolplane/kernel";
import { askForMoney, type MoneyAnswer, type MoneyQuestion } from "./ask-for-money.ts";

export interface Money {
  /** Of the run's own loop. */
  readonly raise: NonNullable<RunOptions["raise"]>;
  /** For one below it: asks where money is short, here or above. */
  more(signal: AbortSignal): Promise<MoneyAnswer>;
}

/** Of what has no budget: a session without an agent. */
export const NO_MONEY: Money = {
  raise: async (limit) => ({ type: "limit", limit }),
  more: async () => ({ state: "refused" }),
};

export interface MoneyOptions {
  readonly purse: Purse;
  readonly session: Session;
  readonly inbox: LoopInput[];
  readonly above: Money | null;
  readonly state: () => LoopState;
}

export function createMoney(options: MoneyOptions): Money {
  const { purse, inbox, above, state } = options;
  let asking: { readonly callId: string; readonly answer: Promise<MoneyAnswer> } | null = null;
  /** Several that are short at once ask once; a no holds until the conversation goes on. */
  const ask = (signal: AbortSignal): Promise<MoneyAnswer> => {
    const question = questionOf(state(), purse.money()?.limitMicros ?? 0);
    if (asking?.callId === question.callId) return asking.answer;
    const answer = askForMoney(options.session, question, signal).then(async (said) => {
      if (said.state === "raised") await purse.raise(said.costMicros);
      if (said.state === "waits" || signal.aborted) asking = null;
      return said;
    });
    asking = { callId: question.callId, answer };
    return answer;
  };
  const isShort = (): boolean => {
    const { limitMicros = 0, spentMicros = -1 } = purse.money() ?? {};
    return spentMicros >= limitMicros;
  };
  return {
    async raise(limit, signal) {
      const isOwn = isShort();
      const said = isOwn ? await ask(signal) : await above?.more(signal);
      if (said?.state === "waits") return { type: "await", questions: [said.question] };
      if (said?.state === "refused") return { type: "limit", limit };
      // Given again with more, or raised for another meanwhile: there is money.
      return isOwn && said && purse.money()?.isAbove !== true
        ? { type: "raise", costMicros: said.costMicros }
        : { type: "raise" };
    },
    async more(signal) {
      if (!isShort()) return (await above?.more(signal)) ?? ENOUGH;
      const said = await ask(signal);
      // Its own loop works on a call, and keeps the new budget when that is over.
      if (said.state === "raised") inbox.push({ type: "raise", costMicros: said.costMicros });
      return said;
    },
  };
}

const ENOUGH: MoneyAnswer = { state: "raised", costMicros: 0 };

function questionOf({ loopId, settings, messages }: LoopState, limitMicros: number): MoneyQuestion {
  // Results come while others of their turn wait: they make it no other place.
  const place = messages.filter(({ role }) => role !== "tool").length;
  return {
    callId: `budget_${loopId}_${place}_${limitMicros}`,
    limitMicros,
    stepMicros: settings.firstCostMicros ?? settings.limits.costMicros ?? limitMicros,
  };
}
