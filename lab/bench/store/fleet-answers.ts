/** How long an answer of one machine takes to another that waits for it. */
import { setTimeout } from "node:timers/promises";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { answerOn, ask, newQuestion } from "../../../test/fleet/ask-across.ts";
import { startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { Figures } from "../harness/section.ts";

const QUESTIONS = 12;
/** A person takes a while, and never the same. */
const FIRST_MS = 2_000;
const STEP_MS = 137;

export function heard(): Promise<Figures> {
  return answers((store) => store);
}

export function lookedFor(): Promise<Figures> {
  return answers(({ hearing: _, ...store }) => store);
}

async function answers(waiterOf: (store: Store) => Store): Promise<Figures> {
  const server = await startPostgres({ lasting: true });
  try {
    server.sql("postgres", "CREATE DATABASE record");
    const opened = await openPostgresStore({ url: server.url("record") });
    const other = await openPostgresStore({ url: server.url("record") });
    const waits = waiterOf(opened);
    const asked = Array.from({ length: QUESTIONS }, () => {
      const question = newQuestion();
      return { question, ...ask(waits, question) };
    });
    await Promise.all(asked.map(({ there }) => there));
    await setTimeout(FIRST_MS);
    const taken = asked.map(async ({ question, answer }, at) => {
      await setTimeout(at * STEP_MS);
      await answerOn(other, question);
      const start = performance.now();
      await answer;
      return performance.now() - start;
    });
    const times = await Promise.all(taken);
    await opened.close();
    await other.close();
    times.sort((left, right) => left - right);
    return { p50Ms: times[QUESTIONS / 2] ?? 0, p99Ms: times[QUESTIONS - 1] ?? 0 };
  } finally {
    server.remove();
  }
}
