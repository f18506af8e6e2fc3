import { readFileSync, writeFileSync } from "node:fs";
import type { Figures } from "../harness/section.ts";

/**
 * The most memory this process held while it worked, workers included, and how far that is above where it stood before. On Linux
 * the system's high-water mark is set back first; elsewhere it stays, and what loading took may hide a part of the rise.
 */
export async function peakMemory(work: () => Promise<unknown>): Promise<Figures> {
  globalThis.gc?.();
  globalThis.gc?.();
  const isReset = resetHighWater();
  const before = isReset ? process.memoryUsage.rss() : highWater();
  await work();
  const peakBytes = highWater();
  // At least a page: a ratio to nothing says nothing.
  return { peakBytes, riseBytes: Math.max(4_096, peakBytes - before) };
}

function resetHighWater(): boolean {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
    return true;
  } catch {
    return false;
  }
}

function highWater(): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (found) return Number(found[1]) * 1024;
  } catch {
    // No such file on this system: its own count, below.
  }
  return process.resourceUsage().maxRSS * 1024;
}
