import type { Question } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createScriptedBroker } from "./create-scripted-broker.ts";

const question = (title: string): Question => ({
  id: "question_0001",
  kind: "permission",
  sessionId: "session_0001",
  callId: "call_0001",
  tool: "bash",
  origin: "bundled",
  title,
  lines: [],
  reasons: [],
  footprint: { resources: [] },
  arguments: {},
  cover: null,
});
const open = () => new AbortController().signal;

describe("createScriptedBroker", () => {
  it("answers from its list and keeps the questions", async () => {
    const broker = createScriptedBroker(["once", { choice: "reject", note: "no" }]);
    expect(await broker.ask(question("a"), open())).toEqual({ choice: "once" });
    expect(await broker.ask(question("b"), open())).toEqual({ choice: "reject", note: "no" });
    expect(broker.questions().map(({ title }) => title)).toEqual(["a", "b"]);
  });

  it("rejects a question that nobody foresaw", async () => {
    await expect(createScriptedBroker().ask(question("why?"), open())).rejects.toThrow(
      "nobody foresaw the question: why?",
    );
  });

  it("answers from a function of the question", async () => {
    const broker = createScriptedBroker(({ title }, index) => ({
      choice: "reject",
      note: `${title} ${index}`,
    }));
    await broker.ask(question("a"), open());
    expect(await broker.ask(question("b"), open())).toEqual({ choice: "reject", note: "b 1" });
  });

  it("holds questions open until they are released, oldest first", async () => {
    const broker = createScriptedBroker(["once", "once", "session"]);
    broker.hold();
    const answers = [question("a"), question("b"), question("c")].map((each) =>
      broker.ask(each, open()),
    );
    await broker.asked(3);
    expect(broker.waiting()).toBe(3);
    broker.release("reject");
    expect(await answers[0]).toEqual({ choice: "reject" });
    broker.resume();
    expect(await Promise.all(answers.slice(1))).toEqual([
      { choice: "once" },
      { choice: "session" },
    ]);
    expect(() => broker.release("once")).toThrow("no question is open");
  });

  it("lets go of a held question when its call is cancelled", async () => {
    const broker = createScriptedBroker(["once"]);
    const abort = new AbortController();
    broker.hold();
    const answer = broker.ask(question("a"), abort.signal);
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    expect(broker.waiting()).toBe(0);
  });
});
