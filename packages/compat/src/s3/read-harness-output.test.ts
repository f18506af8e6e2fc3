import { isToolError, isToolOutput, type ToolError, type ToolOutput } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { readHarnessOutput } from "./read-harness-output.ts";

const failure = (returned: object): ToolError => {
  const read = readHarnessOutput(returned);
  if (!isToolError(read)) throw new TypeError("it is no failure");
  return read;
};
const success = (returned: object): ToolOutput => {
  const read = readHarnessOutput(returned);
  if (!isToolOutput(read)) throw new TypeError("it is no success");
  return read;
};

describe("a ToolResult of S3 that a tool returned", () => {
  it("is data with a message for the person where it succeeded", () => {
    const read = success({ success: true, message: "Event created.", data: { eventId: "e_777" } });
    expect(read).toMatchObject({ data: { eventId: "e_777" }, flow: { message: "Event created." } });
    expect(read.content).toBeUndefined();
  });

  it("is a failure where it says so, with the debug text as the error", () => {
    const read = failure({
      success: false,
      needsFollowup: true,
      error: "Invalid date format",
      message: "Please retry with ISO-8601.",
    });
    expect(read).toMatchObject({
      code: "failed",
      message: "Invalid date format",
      flow: { needs_followup: true, message: "Please retry with ISO-8601." },
      content: [{ type: "text", text: "Please retry with ISO-8601." }],
    });
    expect(failure({ success: false }).message).toBe("The tool failed.");
    expect(failure({ success: false, message: "No." }).content).toBeUndefined();
  });

  it("gives the next action to the model, and the message where there is no payload", () => {
    const texts = (returned: object) => success(returned).content?.map((part) => Object(part).text);
    expect(texts({ success: true, data: {}, nextAction: "send_invite" })).toEqual([
      "[Next action: send_invite]",
    ]);
    expect(texts({ success: true, message: "Saved.", nextAction: "list_events" })).toEqual([
      "Saved.",
      "[Next action: list_events]",
    ]);
  });

  it("has nothing hidden in its message or action, and both have an end", () => {
    const { flow } = success({
      success: true,
      message: `Do\u001b[2Jne\u202e.${"x".repeat(5_000)}`,
      nextAction: `a\n\u0007b${"y".repeat(5_000)}`,
    });
    expect(flow?.message).toMatch(/^Do\[2Jne\.x+…$/);
    expect(flow?.message).toHaveLength(2_000);
    expect(flow?.next_action).toMatch(/^a by+…$/);
    expect(flow?.next_action).toHaveLength(500);
  });

  it.each<object>([{ ok: true }, { success: "no" }, { success: false, error: 7 }, [1], new Map()])(
    "is not seen in %o, which stays what it is",
    (returned) => {
      expect(readHarnessOutput(returned)).toBe(returned);
    },
  );
});
