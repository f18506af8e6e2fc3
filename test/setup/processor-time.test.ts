import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { readProcessorTime } from "./processor-time.ts";

const SECONDS = 0.3;
/** A program that uses so much of a processor. */
const WORK = `const until = process.cpuUsage().user + ${SECONDS * 1e6}; while (process.cpuUsage().user < until);`;

describe("processor time", () => {
  it.runIf(process.platform === "linux")("counts a program that has ended (needs /proc)", () => {
    const before = readProcessorTime();
    spawnSync(process.execPath, ["-e", WORK]);
    const after = readProcessorTime();
    expect(after.seconds - before.seconds).toBeGreaterThanOrEqual(SECONDS);
    expect(after.own - before.own).toBeLessThan(SECONDS);
  });

  it.runIf(readProcessorTime().running !== null)(
    "counts a program whose starter has ended before it (needs control groups)",
    async () => {
      const before = readProcessorTime().seconds;
      const inner = `${WORK} console.log("done"); setInterval(() => {}, 1_000);`;
      const words = ["-c", '"$0" -e "$1" & echo $!', process.execPath, inner];
      const child = spawn("sh", words, { detached: true });
      const [pid] = await once(child.stdout, "data");
      await once(child.stdout, "data");
      expect(readProcessorTime().running).toBeGreaterThan(0);
      process.kill(Number(pid), "SIGKILL");
      await once(child, "close");
      expect(readProcessorTime().seconds - before).toBeGreaterThanOrEqual(SECONDS);
    },
  );
});
