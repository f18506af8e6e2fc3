import type { Verdict } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { readCalls } from "../read/read-calls.ts";
import { recordedRows } from "../read/recorded-rows.fixture.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import { whatIf } from "./what-if.ts";

type Word = "allow" | "soft" | "hard" | "deny";

const verdictOf = (word: Word): Verdict => {
  const action = word === "soft" || word === "hard" ? "ask" : word;
  const opinion = { judge: "rules", action, hard: word !== "soft", reason: word } as const;
  return { action, hard: word === "hard" || word === "deny", opinions: [opinion], winner: 0 };
};

function callsOf(words: readonly Word[]): readonly RecordedCall[] {
  return readCalls(
    recordedRows(
      words.map((word, ordinal) =>
        settledCall({ callId: `c${ordinal}`, ordinal, verdict: verdictOf(word) }),
      ),
    ),
  ).calls;
}

describe("whatIf", () => {
  it("counts how verdicts change against the recorded ones, what is let go first", () => {
    const calls = callsOf(["allow", "deny", "soft", "hard", "allow", "deny", "allow"]);
    const after: readonly Word[] = ["deny", "allow", "soft", "allow", "deny", "allow", "soft"];
    const policyAfter = new Map(after.map((word, index) => [`c${index}`, word]));
    const report = whatIf({
      calls,
      policyAfter,
      judge: ({ callId }, policy) => verdictOf(policy.get(callId) as Word),
    });
    expect(report).toEqual({
      judged: 7,
      unchanged: 1,
      notJudged: 0,
      changes: [
        { from: "deny", to: "allow", count: 2, examples: ["c1", "c5"] },
        { from: "hard ask", to: "allow", count: 1, examples: ["c3"] },
        { from: "allow", to: "soft ask", count: 1, examples: ["c6"] },
        { from: "allow", to: "deny", count: 2, examples: ["c0", "c4"] },
      ],
    });
  });

  it("compares two policies when both are given", () => {
    const report = whatIf<Word>({
      calls: callsOf(["deny", "deny"]),
      policyBefore: "soft",
      policyAfter: "hard",
      judge: (_, policy) => verdictOf(policy),
    });
    expect(report.changes).toEqual([
      { from: "soft ask", to: "hard ask", count: 2, examples: ["c0", "c1"] },
    ]);
  });

  it("says how many calls could not be judged", () => {
    const [call] = callsOf(["allow"]);
    const calls = [
      { ...(call as RecordedCall), footprint: null },
      { ...(call as RecordedCall), verdict: null },
      { ...(call as RecordedCall), tool: "broken" },
    ];
    const judge = ({ tool }: RecordedCall): Verdict => {
      if (tool === "broken") throw new TypeError("no");
      return verdictOf("allow");
    };
    expect(whatIf({ calls, policyAfter: null, judge })).toEqual({
      judged: 0,
      unchanged: 0,
      notJudged: 3,
      changes: [],
    });
  });
});
