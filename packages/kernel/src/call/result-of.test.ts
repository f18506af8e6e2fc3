import { output, ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { type ReturnedCall, resultOf, resultOfError, resultOfThrown } from "./result-of.ts";

/** A call that began five milliseconds ago. */
function ranFor(more: Partial<ReturnedCall> = {}): ReturnedCall {
  return {
    name: "fetch",
    startedMs: 10,
    attempt: 1,
    awaits: null,
    outside: null,
    labels: null,
    executed: true,
    tool: null,
    usedTokens: null,
    cause: undefined,
    detail: undefined,
    session: {
      host: { clock: { nowMs: () => 15.4 } },
      readOutput: null,
    } as ReturnedCall["session"],
    ...more,
  };
}

const remote = {
  entry: { remote: true, origin: "mcp:github", tool: { flow: null } },
} as ReturnedCall["tool"];

describe("the result of what a tool returned", () => {
  it("a result holds any value, and how long the call took by then", () => {
    const metadata = { duration_ms: 5 };
    expect(resultOf(ranFor(), undefined)).toEqual({ type: "output", data: null, metadata });
    expect(resultOf(ranFor(), "text")).toEqual({ type: "output", data: "text", metadata });
    expect(resultOf(ranFor(), { a: 1 })).toEqual({ type: "output", data: { a: 1 }, metadata });
  });

  it("a result has a duration that is never negative, and attempts from the second on", () => {
    expect(resultOf(ranFor({ startedMs: 99, attempt: 2 }), 1).metadata).toEqual({
      duration_ms: 0,
      attempts: 2,
    });
  });

  it("a result is marked with the source of its text: the tool's word, a door's, or the server's", () => {
    const own = output("x", { untrusted: { source: "mail" } });
    const sources = [
      resultOf(ranFor({ outside: "example.com", tool: remote }), own),
      resultOf(ranFor({ outside: "example.com", tool: remote }), "x"),
      resultOf(ranFor({ tool: remote }), "x"),
      resultOf(ranFor({ tool: remote, executed: false }), "x"),
    ].map(({ metadata }) => metadata.untrusted?.source);
    expect(sources).toEqual(["mail", "example.com", "mcp:github", undefined]);
  });

  it("is read by the host's own reader, unless a server sent it or `output` made it", () => {
    const session = {
      host: { clock: { nowMs: () => 15 } },
      readOutput: () => output("read", { flow: { terminal: true } }),
    } as unknown as ReturnedCall["session"];
    const local = { entry: { remote: false, tool: { composite: false, flow: null } } };
    const maker = { entry: { remote: false, tool: { composite: true, flow: null } } };
    const dataOf = (tool: unknown, returned: unknown): unknown => {
      const result = resultOf(ranFor({ session, tool: tool as ReturnedCall["tool"] }), returned);
      return result.type === "output" ? result.data : result;
    };
    const given = { success: false };
    expect(dataOf(local, given)).toBe("read");
    expect(dataOf(local, "text")).toBe("text");
    expect(dataOf(local, output(given))).toBe(given);
    expect(dataOf(remote, given)).toBe(given);
    expect(dataOf(maker, given)).toBe(given);
  });

  it("notes the tokens that the tool says it used", () => {
    const call = ranFor();
    resultOf(call, output("x", { usage: { tokens: 12 } }));
    expect(call.usedTokens).toBe(12);
  });

  it("each result has metadata of its own", () => {
    const call = ranFor();
    expect(resultOf(call, 1).metadata).not.toBe(resultOf(call, 1).metadata);
  });
});

describe("the result of what a tool threw", () => {
  it("keeps code and text of a ToolError, its detail for the record, its cause for the operator", () => {
    const call = ranFor();
    const cause = new Error("disk");
    const error = new ToolError("conflict", "Twice.", { detail: { at: 1 }, cause });
    expect(resultOfError(call, error)).toMatchObject({ code: "conflict", error_text: "Twice." });
    expect([call.detail, call.cause]).toEqual([{ at: 1 }, cause]);
  });

  it("shows nothing of any other error", () => {
    const call = ranFor();
    const error = new Error("password is hunter2");
    const result = resultOfError(call, error);
    expect(result).toMatchObject({ type: "error", code: "internal" });
    expect(JSON.stringify(result)).not.toContain("hunter2");
    expect(call.cause).toBe(error);
  });

  it("gives the same result whether the ToolError was thrown or returned", () => {
    const error = new ToolError("not_found", "Gone.");
    expect(resultOf(ranFor(), error)).toEqual(resultOfError(ranFor(), error));
  });

  it("keeps the words of any other error where the session tells of them", () => {
    const call = telling();
    const error = new Error("The printer\u200b is on fire.");
    expect(resultOfThrown(call, error)).toMatchObject({
      code: "internal",
      error_text: "The printer\\u{200b} is on fire.",
    });
    expect(call.cause).toBe(error);
    expect(resultOfThrown(telling(), "A thrown text.")).toMatchObject({
      error_text: "A thrown text.",
    });
  });

  it("calls a missing file not found where the session tells of errors", () => {
    const error = Object.assign(new Error("ENOENT: open 'a.txt'"), { code: "ENOENT" });
    expect(resultOfThrown(telling(), error)).toMatchObject({
      code: "not_found",
      error_text: "ENOENT: open 'a.txt'",
    });
    expect(resultOfThrown(ranFor({ session: session("hidden") }) as Telling, error)).toMatchObject({
      code: "internal",
    });
  });

  it("has its own words for a thrown value that says nothing, or cannot be read", () => {
    const broken = new Error();
    Object.defineProperty(broken, "message", {
      get() {
        throw new TypeError("no");
      },
    });
    for (const error of [new Error(""), { message: 7 }, null, broken])
      expect(resultOfThrown(telling(), error)).toEqual(resultOfError(ranFor(), error));
  });
});

type Telling = Parameters<typeof resultOfThrown>[0];

const session = (uncaught: "hidden" | "told") =>
  ({ host: { clock: { nowMs: () => 15.4 } }, uncaught }) as Telling["session"];

function telling(): Telling {
  return ranFor({ session: session("told") }) as Telling;
}
