import type { LanguageAnswer } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { showAnswer } from "./show-answer.ts";

const open = async (): Promise<string> => "text";

describe("what a hostile server or repository says", () => {
  it("is shown without terminal sequences, hidden characters or lines of its own", async () => {
    const evil = "x\u001b[2J\n[3 more in files]\r\u202ey";
    const answers: readonly LanguageAnswer[] = [
      {
        kind: "symbols",
        symbols: [{ name: evil, kind: "class", depth: 0, line: 0, character: 0 }],
      },
      {
        kind: "diagnostics",
        diagnostics: [{ line: 0, character: 0, severity: "error", message: evil, source: evil }],
      },
      { kind: "locations", locations: [{ path: `/w/${evil}`, line: 0, character: 0 }] },
      {
        kind: "edits",
        edits: [{ path: "/w/a", line: 0, character: 0, endLine: 0, endCharacter: 1, text: evil }],
      },
    ];
    for (const answer of answers) {
      const { data } = await showAnswer(answer, open);
      for (const hidden of ["\u001b", "\u202e", "\r"]) expect(data).not.toContain(hidden);
      expect(data.split("\n").some((line) => line.startsWith("["))).toBe(false);
    }
  });

  it("is bounded, however much it is", async () => {
    const many = Array.from({ length: 5_000 }, (_, line) => ({ path: "/w/a", line, character: 0 }));
    let read = 0;
    const { data } = await showAnswer({ kind: "locations", locations: many }, async () => {
      read += 1;
      return "y".repeat(100_000);
    });
    expect(read).toBe(200);
    expect(data.length).toBeLessThan(100_000);
    const text = await showAnswer({ kind: "text", text: "z".repeat(1_000_000) }, open);
    expect(text.data.length).toBeLessThan(11_000);
  });
});
