import type { Message } from "@toolplane/agent";
import { describe, expect, it } from "vitest";
import { pastTalk } from "./past-talk.ts";

function asked(id: string, args: string): Message {
  return { role: "assistant", text: "", calls: [{ id, name: "read", arguments: args }] };
}

function answered(callId: string, text: string, isError: boolean): Message {
  return { role: "tool", callId, tool: "read", content: [{ type: "text", text }], isError };
}

const WELL = { reason: null, isStopped: false };

describe("pastTalk", () => {
  it("tells what a person and the model said, and nothing that was meant for the model alone", () => {
    const messages: readonly Message[] = [
      { role: "user", from: "person", text: "Look." },
      { role: "user", from: "host", text: "The beginning was left out." },
      { role: "user", from: "parent", text: "Find it." },
      { role: "assistant", text: " \n", calls: [] },
      { role: "assistant", text: "Done.", calls: [] },
    ];
    expect(pastTalk(messages)).toEqual([
      { kind: "said", text: "Look." },
      null,
      null,
      null,
      { kind: "words", text: "Done." },
    ]);
  });

  it("tells a call by what it was given, and why it failed", () => {
    const messages = [
      asked("a", '{"path":"a.ts"}'),
      answered("a", "contents", false),
      asked("b", '{"path":"b.ts"}'),
      answered("b", "It is not there.", true),
    ];
    expect(pastTalk(messages)).toEqual([
      null,
      { kind: "call", callId: "a", tool: "read", arguments: { path: "a.ts" }, ...WELL },
      null,
      {
        kind: "call",
        callId: "b",
        tool: "read",
        arguments: { path: "b.ts" },
        reason: "It is not there.",
        isStopped: false,
      },
    ]);
  });

  it.each(["Error: Cancelled", "Error: Not run. An earlier call was stopped."])(
    "tells a call that ended with %s as stopped, and one that only speaks of it as failed",
    (text) => {
      const [stopped, failed] = pastTalk([
        answered("a", text, true),
        answered("b", `It says: ${text}`, true),
      ]);
      expect([stopped, failed]).toMatchObject([{ isStopped: true }, { isStopped: false }]);
    },
  );

  it("tells a long reason by its beginning", () => {
    const [piece] = pastTalk([answered("a", "x".repeat(5_000), true)]);
    expect(piece).toMatchObject({ reason: "x".repeat(300) });
  });

  it.each(["{ broken", "null", '"text"'])(
    "tells a call that was given %s as one without arguments",
    (args) => {
      const [, piece] = pastTalk([asked("a", args), answered("a", "no", true)]);
      expect(piece).toMatchObject({ kind: "call", arguments: {} });
    },
  );
});
