import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMessageEdges } from "./message-edges.ts";

const large = "y".repeat(9_000);
const edges = (text: string) => ({ head: text.slice(0, 500), tail: text.slice(-500) });

describe("whom a message is for that is too long to be kept", () => {
  it.each([
    ["the id first", { jsonrpc: "2.0", id: 7, result: { large } }, 7, null],
    ["the id last", { result: { large }, jsonrpc: "2.0", id: "a,}" }, "a,}", null],
    ["a request", { jsonrpc: "2.0", id: 3, method: "ask", params: { large } }, 3, "ask"],
    ["a request by its end", { params: { large }, id: 3, method: "ask" }, 3, "ask"],
    ["a notification", { jsonrpc: "2.0", method: "tell", params: { large } }, null, "tell"],
    ["an inner id at the end", { jsonrpc: "2.0", result: { large, id: 5 } }, null, null],
    ["an inner id at the beginning", { result: { id: 5, large } }, null, null],
    ["an id in a text", { result: { text: `${large},"id":5}` } }, null, null],
    ["an id that is none", { id: 1.5, result: { large } }, null, null],
    ["no object", [{ id: 5 }, large], null, null],
  ])("is read from %s", (_, message, id, method) => {
    expect(readMessageEdges(edges(JSON.stringify(message)))).toEqual({ id, method });
  });

  it("is a text, a whole number or nobody, whatever the edges are", () => {
    const unit = fc.constantFrom(...'{}":,\\-1 x', '"id":', '"method":', "null");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const { id } = readMessageEdges({ head: text, tail: text });
        expect(id === null || typeof id === "string" || Number.isInteger(id)).toBe(true);
      }),
    );
  });
});
