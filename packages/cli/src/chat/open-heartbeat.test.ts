import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createPaint } from "../terminal/paint.ts";
import { openHeartbeat, runningText } from "./open-heartbeat.ts";

const view = {
  paint: createPaint({ hasColour: false, isAscii: true }),
  width: 40,
  nowMs: 20_000,
};
const call = { callId: "call_1", tool: "bash", startedMs: 8_000, progress: "", part: null };

describe("a line now and then", () => {
  it("comes every ten seconds while something runs, and not after it", async () => {
    const clock = createFakeClock();
    let beats = 0;
    const heartbeat = openHeartbeat(clock, () => {
      beats += 1;
    });
    await clock.advance(30_000);
    heartbeat.start();
    heartbeat.start();
    await clock.advance(9_999);
    expect(beats).toBe(0);
    await clock.advance(15_001);
    expect(beats).toBe(2);
    heartbeat.stop();
    await clock.advance(60_000);
    expect(beats).toBe(2);
  });

  it("says what runs and for how long", () => {
    const long = { ...call, what: `npm test ${"x".repeat(80)}\u001b[2J`, output: "" };
    const text = runningText({ running: [long, long], sinceMs: 0 }, view);
    expect(text).toMatch(/^\* bash {2}npm test x+… {2}12 s, and 1 more$/);
    expect(text.length).toBeLessThanOrEqual(40);
    expect(runningText({ running: [], sinceMs: 0 }, view)).toBe("* thinking  20 s");
  });
});
