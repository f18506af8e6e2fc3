import type { MovedCall } from "@toolplane/library/rooms/rules";
import { describe, expect, it } from "vitest";
import { groupMoved } from "./group-moved.ts";

const moved = (path: string, atMs: number, to: MovedCall["to"] = "ask"): MovedCall =>
  ({
    move: "asks",
    from: "allow",
    to,
    by: null,
    was: null,
    wasRejected: false,
    wasAllowed: false,
    call: {
      callId: `call_${atMs}`,
      sessionId: "ses_1",
      tool: "read",
      arguments: { path },
      atMs,
    },
  }) as unknown as MovedCall;

describe("groupMoved", () => {
  it("makes one of the calls that are alike, with their count and the newest of them", () => {
    const groups = groupMoved([moved("a", 1), moved("b", 2), moved("a", 5), moved("a", 3)]);
    expect(groups.map(({ what, count, callId }) => [what, count, callId])).toEqual([
      ["a", 3, "call_5"],
      ["b", 1, "call_2"],
    ]);
  });

  it("keeps calls apart whose verdicts move differently", () => {
    expect(groupMoved([moved("a", 1), moved("a", 2, "deny")])).toHaveLength(2);
  });
});
