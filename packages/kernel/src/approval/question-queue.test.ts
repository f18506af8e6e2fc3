import { type Answer, isToolError, type Question } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createQuestionQueue } from "./question-queue.ts";

function question(id: string, more: Partial<Question> = {}): Question {
  return {
    id,
    kind: "permission",
    sessionId: "s1",
    callId: id,
    tool: "bash",
    origin: "bundled",
    title: "bash asks",
    lines: [],
    reasons: [],
    footprint: { resources: [] },
    arguments: {},
    cover: null,
    ...more,
  };
}

/** A person whose answers a test gives by hand. */
function scriptedBroker() {
  const shown: string[] = [];
  const open = new Map<
    string,
    { answer: (value: unknown) => void; fail: (error: unknown) => void }
  >();
  return {
    shown,
    open,
    broker: {
      ask: ({ id }: Question) => {
        shown.push(id);
        return new Promise<Answer>((resolve, reject) => {
          open.set(id, { answer: (value) => resolve(value as Answer), fail: reject });
        });
      },
    },
  };
}

const never = new AbortController().signal;
const settled = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) =>
    isToolError(error) ? `${error.code}: ${error.message}` : error,
  );
const flush = async (): Promise<void> => {
  for (let round = 0; round < 10; round++) await Promise.resolve();
};

describe("createQuestionQueue", () => {
  it("shows one question at a time, in the order they came", async () => {
    const { broker, shown, open } = scriptedBroker();
    const queue = createQuestionQueue(broker);
    const answers = ["a", "b", "c"].map((id) => queue.ask(question(id), never));
    expect([shown, queue.pending()]).toEqual([["a"], 3]);
    open.get("a")?.answer({ choice: "once" });
    expect(await answers[0]).toEqual({ choice: "once" });
    await flush();
    expect([shown, queue.pending()]).toEqual([["a", "b"], 2]);
    open.get("b")?.answer({ choice: "reject", note: "no" });
    expect(await answers[1]).toEqual({ choice: "reject", note: "no" });
    await flush();
    open.get("c")?.answer({ choice: "session" });
    expect(await answers[2]).toEqual({ choice: "session" });
    expect(queue.pending()).toBe(0);
  });

  it("drops a cancelled question that waits, without showing it", async () => {
    const { broker, shown, open } = scriptedBroker();
    const queue = createQuestionQueue(broker);
    const stop = new AbortController();
    const first = queue.ask(question("a"), never);
    const second = queue.ask(question("b"), stop.signal);
    const third = queue.ask(question("c"), never);
    stop.abort();
    expect(await settled(second)).toBe("cancelled: Cancelled");
    expect(queue.pending()).toBe(2);
    open.get("a")?.answer({ choice: "once" });
    await first;
    await flush();
    open.get("c")?.answer({ choice: "once" });
    expect(await third).toEqual({ choice: "once" });
    expect(shown).toEqual(["a", "c"]);
  });

  it("goes on when the shown question is cancelled, and ignores its late answer", async () => {
    const { broker, shown, open } = scriptedBroker();
    const queue = createQuestionQueue(broker);
    const stop = new AbortController();
    const first = queue.ask(question("a"), stop.signal);
    const second = queue.ask(question("b"), never);
    stop.abort();
    expect(await settled(first)).toBe("cancelled: Cancelled");
    expect(shown).toEqual(["a", "b"]);
    open.get("a")?.answer({ choice: "once" });
    await flush();
    expect(queue.pending()).toBe(1);
    open.get("b")?.answer({ choice: "reject" });
    expect(await second).toEqual({ choice: "reject" });
  });

  it("does not ask for a call that is cancelled already", async () => {
    const { broker, shown } = scriptedBroker();
    const queue = createQuestionQueue(broker);
    expect(await settled(queue.ask(question("a"), AbortSignal.abort()))).toBe(
      "cancelled: Cancelled",
    );
    expect([shown, queue.pending()]).toEqual([[], 0]);
  });

  it("refuses when the broker throws or rejects, and goes on", async () => {
    const { broker, open } = scriptedBroker();
    const throwing = createQuestionQueue({
      ask: () => {
        throw new TypeError("no screen");
      },
    });
    const refused = "permission_denied: The question could not be answered: the broker failed.";
    expect(await settled(throwing.ask(question("a"), never))).toBe(refused);
    expect(await settled(throwing.ask(question("b"), never))).toBe(refused);
    const queue = createQuestionQueue(broker);
    const first = queue.ask(question("a"), never);
    const second = queue.ask(question("b"), never);
    open.get("a")?.fail(new TypeError("gone"));
    expect(await settled(first)).toBe(refused);
    await flush();
    open.get("b")?.answer({ choice: "once" });
    expect(await second).toEqual({ choice: "once" });
  });

  it("refuses more than 1,000 waiting questions", async () => {
    const queue = createQuestionQueue(scriptedBroker().broker);
    for (let count = 0; count <= 1_000; count++) void queue.ask(question(`q${count}`), never);
    expect(await settled(queue.ask(question("late"), never))).toBe(
      "permission_denied: The question could not be answered: 1000 questions are waiting already.",
    );
    expect(queue.pending()).toBe(1_001);
  });

  const tool = { kind: "tool", questions: [{ question: "x?" }, { question: "y?" }] } as const;
  const offered = (multi_select: boolean): Partial<Question> => ({
    kind: "tool",
    questions: [{ question: "x?", options: [{ label: "a" }, { label: "b" }], multi_select }],
  });
  const chosen = (...labels: string[]) => ({ choice: "answers" as const, answers: [labels] });
  it.each<readonly [string, unknown, Partial<Question>]>([
    ["two of what was offered for one", chosen("a", "b"), offered(false)],
    ["two texts that were not offered", chosen("y", "z"), offered(true)],
    ["the same twice", chosen("a", "a"), offered(true)],
    ["nothing", undefined, {}],
    ["a word", "once", {}],
    ["a list", [], {}],
    ["an unknown choice", { choice: "yes" }, {}],
    ["an extra field", { choice: "once", always: true }, {}],
    ["a note that is no text", { choice: "reject", note: 1 }, {}],
    ["an edit without arguments", { choice: "edit" }, {}],
    ["an edit with a list", { choice: "edit", arguments: [] }, {}],
    ["an edit with null", { choice: "edit", arguments: null }, {}],
    ["an edit of what is running", { choice: "edit", arguments: {} }, { kind: "egress" }],
    ["answers to a permission", { choice: "answers", answers: [] }, {}],
    ["a permission to a tool's question", { choice: "once" }, tool],
    ["answers that are not lists", { choice: "answers", answers: ["x", "y"] }, tool],
    ["answers that are not texts", { choice: "answers", answers: [[1], []] }, tool],
    ["too few answers", { choice: "answers", answers: [["a"]] }, tool],
  ])("refuses %s", async (_, answer, more) => {
    const queue = createQuestionQueue({ ask: async () => answer as Answer });
    expect(await settled(queue.ask(question("a", more), never))).toBe(
      "permission_denied: The question could not be answered: the broker gave something that is not an answer to it.",
    );
  });

  it("takes every answer that its question allows", async () => {
    const ask = async (answer: Answer, more: Partial<Question> = {}): Promise<unknown> =>
      createQuestionQueue({ ask: async () => answer }).ask(question("a", more), never);
    const answers: readonly Answer[] = [
      { choice: "once" },
      { choice: "session" },
      { choice: "project" },
      { choice: "reject" },
      { choice: "reject", note: "because" },
      { choice: "edit", arguments: { a: 1 } },
    ];
    for (const answer of answers) expect(await ask(answer)).toEqual(answer);
    const words: Answer = { choice: "answers", answers: [["a"], []] };
    expect(await ask(words, tool)).toEqual(words);
    expect(await ask(chosen("a", "b", "and c"), offered(true))).toEqual(chosen("a", "b", "and c"));
    expect(await ask(chosen("b"), offered(false))).toEqual(chosen("b"));
    expect(await ask(chosen("neither"), offered(false))).toEqual(chosen("neither"));
    expect(await ask(chosen("b", "but slowly"), offered(false))).toEqual(chosen("b", "but slowly"));
  });

  it("answers every question exactly once and never shows two, whatever happens", async () => {
    const step = fc.oneof(
      fc.constant("ask" as const),
      fc.constant("answer" as const),
      fc.constant("fail" as const),
      fc.nat(8).map((which) => ({ cancel: which })),
    );
    const counts = { answered: 0, refused: 0, cancelled: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let open: { answer: () => void; fail: () => void } | null = null;
        let visible = 0;
        const queue = createQuestionQueue({
          ask: (_, signal) =>
            new Promise<Answer>((resolve, reject) => {
              visible += 1;
              expect(visible).toBe(1);
              const close = (finish: () => void): void => {
                visible -= 1;
                open = null;
                finish();
              };
              signal.addEventListener("abort", () => {
                if (open === mine) close(() => reject(new TypeError("aborted")));
              });
              const mine = {
                answer: () => close(() => resolve({ choice: "once" })),
                fail: () => close(() => reject(new TypeError("failed"))),
              };
              open = mine;
            }),
        });
        const stops: AbortController[] = [];
        const results: Promise<unknown>[] = [];
        for (const action of steps) {
          const current = open as { answer: () => void; fail: () => void } | null;
          if (action === "ask") {
            const stop = new AbortController();
            stops.push(stop);
            results.push(settled(queue.ask(question(`q${stops.length}`), stop.signal)));
          } else if (action === "answer") current?.answer();
          else if (action === "fail") current?.fail();
          else stops[action.cancel]?.abort();
          await flush();
        }
        for (const stop of stops) stop.abort();
        for (const result of await Promise.all(results)) {
          if (typeof result !== "string") counts.answered += 1;
          else counts[result.startsWith("cancelled") ? "cancelled" : "refused"] += 1;
        }
        expect(queue.pending()).toBe(0);
      }),
      { numRuns: 300 },
    );
    console.info(`question queue: ${JSON.stringify(counts)}`);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
  });
});
