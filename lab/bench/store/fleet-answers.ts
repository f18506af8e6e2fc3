/** How long an answer of one machine takes to another that waits for it. */
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { answerOn, ask, newQuestion } from "../../../test/fleet/ask-across.ts";
import { startPostgres } from "../../../test/fleet/start-postgres.ts";
import type { Figures } from "../harness/section.ts";

const ROUNDS = 8;
/** A person takes a while, and never the same. */
const FIRST_MS = 150;
const STEP_MS = 190;

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
    const times: number[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      const question = newQuestion();
      const { answer, there } = ask(waits, question);
      await there;
      await new Promise((resolve) => setTimeout(resolve, FIRST_MS + at * STEP_MS));
      await answerOn(other, question);
      const start = performance.now();
      await answer;
      times.push(performance.now() - start);
    }
    await opened.close();
    await other.close();
    times.sort((left, right) => left - right);
    return { p50Ms: times[ROUNDS / 2] ?? 0, p99Ms: times[ROUNDS - 1] ?? 0 };
  } finally {
    server.remove();
  }
}
