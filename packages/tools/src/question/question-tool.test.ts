import { createKernel } from "@toolplane/kernel";
import {
  createMemoryHost,
  createScriptedBroker,
  describeToolConformance,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { questionTool } from "./question-tool.ts";

const questions = [
  {
    question: "Which database?",
    header: "Storage",
    options: [{ label: "SQLite", description: "A file." }, { label: "PostgreSQL" }],
  },
  { question: "Which targets?", options: [{ label: "web" }, { label: "cli" }], multi_select: true },
  { question: "Name?" },
];

describeToolConformance(
  { describe, it },
  {
    tool: questionTool,
    host: () => createMemoryHost(),
    valid: [{ questions }],
    invalid: [
      {},
      { questions: [] },
      { questions: [{ header: "x" }] },
      { questions: [{ question: "x", options: ["a"] }] },
      { questions: [{ question: "x", multiSelect: true }] },
    ],
    patienceMs: 50,
  },
);

describe("the tool question", () => {
  it("[R189] [R190] asks structured questions and returns one list for each", async () => {
    const broker = createScriptedBroker(() => ({
      choice: "answers",
      answers: [["SQLite"], ["web", "cli"], []],
    }));
    const { call } = openSessionWorld(questionTool, { kernel: { broker } });
    expect(await call({ questions })).toMatchObject({
      type: "output",
      data: { answers: [["SQLite"], ["web", "cli"], []] },
    });
    expect(broker.questions()[0]).toMatchObject({ kind: "tool", questions });
  });

  it("waits for as long as the host takes, past any deadline", async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const broker = createScriptedBroker(async () => {
      await answered;
      return { choice: "answers", answers: [["yes"]] };
    });
    const { call, host } = openSessionWorld(questionTool, { kernel: { broker } });
    const result = call({ questions: [{ question: "Go on?" }] });
    await host.clock.advance(86_400_000);
    answer();
    expect(await result).toMatchObject({ data: { answers: [["yes"]] } });
  });

  it("[R192] is a fixed error where there is no person to ask, and the model sees it", async () => {
    const { call } = openSessionWorld(questionTool);
    const error = {
      type: "error",
      code: "unavailable",
      error_text: "No user is available to answer questions here. Go on with your best judgement.",
    };
    expect(await call({ questions })).toMatchObject(error);
    expect(await call({ questions: [{ question: "Other?" }] })).toMatchObject(error);
  });

  it("does not ask whether it may ask", async () => {
    const broker = createScriptedBroker(() => ({ choice: "answers", answers: [["ok"]] }));
    const kernel = createKernel({
      host: createMemoryHost(),
      tools: [questionTool],
      broker,
      defaultPolicy: false,
    });
    const call = { id: "1", name: "question", arguments: { questions: [{ question: "?" }] } };
    expect(await kernel.session().call(call)).toMatchObject({ data: { answers: [["ok"]] } });
    expect(broker.questions()).toHaveLength(1);
  });

  it("says so when the user turns the question away", async () => {
    const broker = createScriptedBroker(() => "reject");
    const { call } = openSessionWorld(questionTool, { kernel: { broker } });
    expect(await call({ questions })).toMatchObject({ code: "approval_rejected" });
  });
});
