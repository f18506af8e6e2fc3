import type { ContentPart } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AgentToolResult, fromAgentResult, toAgentResult } from "./agent-result.ts";

const part: fc.Arbitrary<ContentPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: fc.string() }),
  fc.record({
    type: fc.constant("image" as const),
    data: fc.base64String(),
    mime_type: fc.constant("image/png"),
  }),
);
const anyAgentResult: fc.Arbitrary<AgentToolResult> = fc.record({
  content: fc.array(part),
  details: fc.jsonValue(),
  childLoopId: fc.option(fc.string({ minLength: 1 })),
});

describe("S4's results", () => {
  it("S4's results have content, details and a child loop, and come back from the envelope as they were [R069]", () => {
    fc.assert(
      fc.property(anyAgentResult, (agent) => {
        expect(toAgentResult(fromAgentResult(agent))).toEqual(agent);
      }),
    );
  });

  it("S4's results give data as text, and a cut output by its head", () => {
    const textOfData = (data: unknown, truncated = false) =>
      toAgentResult({
        type: "output",
        data,
        metadata: { duration_ms: 1, ...(truncated ? { truncated } : {}) },
      }).content;
    expect(textOfData("plain")).toEqual([{ type: "text", text: "plain" }]);
    expect(textOfData({ n: 1 })).toEqual([{ type: "text", text: '{"n":1}' }]);
    expect(textOfData(null)).toEqual([{ type: "text", text: "null" }]);
    expect(textOfData({ head: "begin" }, true)).toEqual([{ type: "text", text: "begin" }]);
    expect(textOfData({ head: "own" })).toEqual([{ type: "text", text: '{"head":"own"}' }]);
  });

  it("S4's results can be read by the other faces: the text parts are the data", () => {
    const content = [
      { type: "text", text: "one" },
      { type: "image", data: "AA==", mime_type: "image/png" },
      { type: "text", text: "two" },
    ] as const;
    expect(fromAgentResult({ content, details: null, childLoopId: null })).toEqual({
      type: "output",
      data: "one\ntwo",
      content,
      metadata: { duration_ms: 0 },
    });
  });
});
