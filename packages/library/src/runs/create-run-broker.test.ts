import { type Question, type Rule, ToolError } from "@toolplane/contract";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { toAnswerText } from "../approvals/answer-text.ts";
import { publishQuestion } from "../approvals/question.fixture.ts";
import { createSeals } from "../approvals/seals.ts";
import { createRunBroker } from "./create-run-broker.ts";

const key = new Uint8Array(32).fill(3);
const waiter = { pid: 1, started: "", machine: "" };
const SUSPENDED = new ToolError("unavailable", "It waits.");

/** By a rule that lies there. */
function question(id: string, file: string, line: number, pattern = "npm publish *"): Question {
  const rule: Rule = { permission: "bash", pattern, action: "ask" };
  const found = { rule, source: { scope: "manifest", file, line } } as const;
  const reason = `A rule asks: bash ${pattern} ask (${file}:${line}).`;
  const why = { judge: "rules", action: "ask", hard: true, reason, resource: 3 } as const;
  return publishQuestion({
    id,
    reasons: [{ ...why, rule: found, considered: [found] }],
    allowed: [{ resource: 0, rule: found }],
  });
}

/** Asks, has it answered, and asks again where the run goes on. */
async function askedAgain(again: Question): Promise<string> {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const broker = createRunBroker({ store, key, clock, waiter, here: null });
  const { signal } = new AbortController();
  const ask = (one: Question) =>
    broker.ask(one, signal, undefined, () => SUSPENDED).catch((error: unknown) => error);
  const first = question("qst_1", "/home/mira/policy.jsonc", 3);
  expect(await ask(first)).toBe(SUSPENDED);
  const by = { answer: { choice: "once" }, by: "mira", seals: createSeals(key) } as const;
  await store.paused.resolve(first.id, toAnswerText(first, by), 1);
  const answer = await ask(again);
  return answer === SUSPENDED ? "asked anew" : JSON.stringify(answer);
}

describe("a question of a run that goes on", () => {
  it("is answered already where its rule lies elsewhere by now", async () => {
    const moved = question("qst_2", "/srv/worker/policy.jsonc", 4);
    expect(await askedAgain(moved)).toBe('{"choice":"once"}');
  });

  it.each([
    ["another rule", question("qst_2", "/home/mira/policy.jsonc", 3, "npm *")],
    ["another command", { ...question("qst_2", "/home/mira/policy.jsonc", 3), arguments: {} }],
    ["another reason", { ...question("qst_2", "/home/mira/policy.jsonc", 3), reasons: [] }],
  ])("is asked anew for %s", async (_, again) => {
    expect(await askedAgain(again)).toBe("asked anew");
  });
});
