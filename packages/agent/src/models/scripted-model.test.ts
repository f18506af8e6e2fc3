import { describe, expect, it } from "vitest";
import { readScript } from "./scripted-model.ts";

describe("a script", () => {
  it("a script is one turn in each line, or one list", () => {
    const turns = [{ text: "a" }, { calls: [{ name: "read", arguments: { path: "a" } }] }];
    expect(readScript(turns.map((turn) => JSON.stringify(turn)).join("\n\n"), "s")).toEqual(turns);
    expect(readScript(JSON.stringify(turns, null, 2), "s")).toEqual(turns);
  });

  it.each([
    ['{"text": 1}', "turn 1: text must be a text"],
    [
      '{"text": "a"}\n{"txt": "a"}',
      'turn 2: holds text, calls, usage, finish and agent only, not "txt"',
    ],
    ['{"calls": [{}]}', "turn 1: each call needs a name"],
    ["{", "line 1 is not valid JSON"],
    ["[1]", "turn 1: must be an object"],
  ])("a wrong script is refused with its place: %s", (text, message) => {
    expect(() => readScript(text, "s.jsonl")).toThrow(message);
  });
});
