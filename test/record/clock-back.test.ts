/** The machine's wall clock is set back an hour in the middle of a session: by its owner, or by a time server. */
import { loadRecord, readCalls, verifyChain } from "@toolplane/kernel/record";
import { createFakeClock, createMemoryHost, createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { key, openRecorded } from "./fixture.ts";

const HOUR_MS = 3_600_000;

/** A clock whose wall time can be moved; what durations are measured with goes on. */
function movedClock() {
  const clock = createFakeClock();
  let byMs = 0;
  const moved = { ...clock, wallMs: () => clock.wallMs() + byMs };
  return {
    clock: moved,
    setBack: (ms: number) => {
      byMs -= ms;
    },
  };
}

describe("a wall clock that is set back", () => {
  it("leaves the record in the order of what happened, whole, and no call with a negative time", async () => {
    const { clock, setBack } = movedClock();
    const store = createMemoryStore();
    const host = createMemoryHost({ files: { "/workspace/README.md": "hello\n" }, clock });
    const world = openRecorded({ store, kernel: { host }, recorder: { clock } });
    await world.recorder.openSession(world.session.manifest);
    await world.call("read", { path: "README.md" });
    setBack(HOUR_MS);
    await world.call("read", { path: "README.md" });
    setBack(24 * HOUR_MS);
    await world.call("read", { path: "README.md" });
    await world.recorder.closeSession("ses_1");
    const record = await loadRecord(store, "ses_1");
    expect(verifyChain({ ...record, key, sessionId: "ses_1" })).toMatchObject({ ok: true });
    const { calls } = readCalls(record);
    expect(calls.map(({ callId }) => callId)).toEqual(["call_1", "call_2", "call_3"]);
    for (const { result } of calls)
      expect(result?.metadata.duration_ms ?? 0).toBeGreaterThanOrEqual(0);
  });

  it("leaves an answer for the session standing", async () => {
    const { clock, setBack } = movedClock();
    const host = createMemoryHost({ files: {}, clock });
    const rules = [{ permission: "fs.write", pattern: "**", action: "ask" }] as const;
    const world = openRecorded({
      kernel: { host },
      recorder: { clock },
      session: { rules },
      answers: ["session", "reject"],
    });
    const write = { path: "a.txt", content: "x" };
    expect(await world.call("write", write)).toMatchObject({ type: "output" });
    setBack(HOUR_MS);
    expect(await world.call("write", write)).toMatchObject({ type: "output" });
    expect(world.broker.questions()).toHaveLength(1);
  });
});
