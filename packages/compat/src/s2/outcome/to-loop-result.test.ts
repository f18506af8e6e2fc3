import { expect, it } from "vitest";
import { toLoopResult } from "./to-loop-result.ts";

it("says how a run ended in S2's words", () => {
  expect(toLoopResult({ status: "done", text: "Made." }, null)).toEqual({
    status: "completed",
    output: "Made.",
  });
  const stopped = { status: "stopped", text: "", message: "Too many turns." } as const;
  expect(toLoopResult(stopped, null)).toEqual({
    status: "failed",
    output: "",
    error: "Too many turns.",
  });
  const waiting = { status: "suspended", text: "", message: "It waits." } as const;
  expect(toLoopResult(waiting, { id: "qst_1", question: "Which one?", options: ["red"] })).toEqual({
    status: "clarification_needed",
    output: "",
    paused_session_id: "qst_1",
    question: "Which one?",
    options: ["red"],
  });
});
