/** Sets that a bound let go of reach the record, also those that went before there was one. */
import type { Landing } from "@toolplane/contract";
import type { DroppedSet } from "@toolplane/host";
import { expect, it } from "vitest";
import { createDroppedSets } from "./dropped-sets.ts";

const set = (callId: string): DroppedSet => ({
  sessionId: "s",
  callId,
  command: "make",
  atMs: 1,
  bytes: 4,
  because: "age",
  landing: { state: "kept", counts: { added: 0, changed: 1, removed: 0 }, changes: [] },
});

it("writes a row for each dropped set, in order", async () => {
  const dropped = createDroppedSets();
  const rows: [string, string, Landing["state"], Landing["why"]][] = [];
  dropped.add(set("early"));
  dropped.recordWith(async ({ callId, action }, act) => {
    const landing = await act();
    rows.push([callId, action, landing.state, landing.why]);
    return landing;
  });
  dropped.add(set("later"));
  await dropped.settled();
  expect(rows).toEqual([
    ["early", "drop", "dropped", "bound"],
    ["later", "drop", "dropped", "bound"],
  ]);
});
