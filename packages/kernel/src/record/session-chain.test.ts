import { describe, expect, it } from "vitest";
import type { RecordGap } from "./session-chain.ts";
import { createSessionChain, widenGap, written } from "./session-chain.ts";
import { settleItem } from "./settle-item.ts";
import { settledCall } from "./settled-call.fixture.ts";

const lost = (count: number, from: RecordGap | null = null): RecordGap => {
  let gap = from;
  for (let index = 0; index < count; index += 1) {
    const callId = `call_${gap?.dropped ?? 0}`;
    gap = widenGap(gap, settleItem(settledCall({ callId }), 5, null));
  }
  return gap as RecordGap;
};

describe("a gap", () => {
  it("counts every call and names the first hundred", () => {
    expect(lost(2)).toEqual({ dropped: 2, callIds: ["call_0", "call_1"] });
    const many = lost(150);
    expect([many.dropped, many.callIds.length, many.callIds[99]]).toEqual([150, 100, "call_99"]);
  });

  it("keeps what was lost while the rest of it was being written", () => {
    const chain = createSessionChain("ses_1");
    const before = lost(2);
    chain.gap = lost(1, before);
    written(chain, [], before);
    expect(chain.gap).toEqual({ dropped: 1, callIds: ["call_2"] });
    written(chain, [], chain.gap);
    expect(chain.gap).toBe(null);
    written(chain, [], null);
    expect(chain.gap).toBe(null);
  });

  it("lets go of the places of calls that have their result", () => {
    const chain = createSessionChain("ses_1");
    chain.places.set("call_1", { id: "prt_1", messageId: "", index: 0 });
    chain.places.set("call_2", { id: "prt_2", messageId: "", index: 1 });
    written(chain, [settleItem(settledCall(), 5, null)], null);
    expect([...chain.places.keys()]).toEqual(["call_2"]);
  });
});
