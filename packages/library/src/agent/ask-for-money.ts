/** Asks whether a run's budget in money is raised, and reads what the person said. */
import { suspendedBy } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import { RAISE_BUDGET, type RaiseBudgetData } from "./raise-budget-tool.ts";

/** `refused` also where nobody can be asked. */
export type MoneyAnswer =
  | { readonly state: "raised"; readonly costMicros: number }
  | { readonly state: "refused" }
  | { readonly state: "waits"; readonly question: string };

export interface MoneyQuestion {
  /** Names the asking: the same place of the same run asks under the same one, so that its answer is found. */
  readonly callId: string;
  readonly limitMicros: number;
  /** How much more is offered. */
  readonly stepMicros: number;
}

const STOP = "Stop";

export async function askForMoney(
  session: Session,
  asked: MoneyQuestion,
  signal: AbortSignal,
): Promise<MoneyAnswer> {
  const { callId, limitMicros, stepMicros } = asked;
  const more = `${dollars(stepMicros)} more`;
  const question = `The budget of ${dollars(limitMicros)} is used up. May the run go on? Choose, or write how many dollars more.`;
  const args = { question, options: [more, STOP] };
  const call = { id: callId, name: RAISE_BUDGET, arguments: args };
  const result = await session.call(call, { byName: true, signal });
  const waits = suspendedBy(result) ?? result.metadata.awaits;
  if (waits !== undefined) return { state: "waits", question: waits };
  if (result.type === "error") return { state: "refused" };
  const { said } = result.data as unknown as RaiseBudgetData;
  const addedMicros = said === more ? stepMicros : microsIn(said);
  if (addedMicros === null) return { state: "refused" };
  // The same answer, found again by another process, gives the same budget.
  return { state: "raised", costMicros: limitMicros + addedMicros };
}

/** Dollars as a person writes them; null for every other word, which is no yes. */
function microsIn(text: string): number | null {
  const [, number] = /^\$?\s*(\d{1,9}(?:\.\d{1,6})?)(?:\s+more)?$/.exec(text.trim()) ?? [];
  const micros = Math.round(Number(number ?? 0) * 1e6);
  return micros > 0 ? micros : null;
}

/** Two digits behind the point, or as many as it needs to say anything. */
function dollars(micros: number): string {
  const amount = micros / 1e6;
  return `$${micros % 10_000 === 0 ? amount.toFixed(2) : String(amount)}`;
}
