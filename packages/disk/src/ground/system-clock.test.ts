import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createSystemClock } from "./system-clock.ts";

describe("createSystemClock", () => {
  it("calls back after at least the time that was asked for, and never goes back", async () => {
    const clock = createSystemClock();
    const before = clock.nowMs();
    await new Promise<void>((resolve) => clock.setTimer(5, resolve));
    expect(clock.nowMs() - before).toBeGreaterThanOrEqual(4);
    const early = Date.now();
    const wall = clock.wallMs();
    expect([early <= wall, wall <= Date.now()]).toEqual([true, true]);
  });

  it("does not call back after it was cancelled, nor early for a time that Node cannot count", async () => {
    const clock = createSystemClock();
    const called: string[] = [];
    clock.setTimer(1, () => called.push("cancelled"))();
    const stop = clock.setTimer(2 ** 40, () => called.push("years early"));
    await new Promise<void>((resolve) => clock.setTimer(10, resolve));
    stop();
    expect(called).toEqual([]);
  });

  it("keeps no process alive", () => {
    const file = new URL("./system-clock.ts", import.meta.url).href;
    const script = `import(${JSON.stringify(file)}).then((m) => m.createSystemClock().setTimer(1e6, () => {}))`;
    const run = () => execFileSync(process.execPath, ["-e", script], { timeout: 100_000 });
    expect(run).not.toThrow();
  });
});
