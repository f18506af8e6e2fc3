import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { isProcessRunning, processName } from "./process-name.ts";

describe("the name of a process", () => {
  it("is that of a running one until it has ended", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await once(child, "spawn");
    const name = processName(child.pid);
    expect([isProcessRunning(name), isProcessRunning(processName())]).toEqual([true, true]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isProcessRunning(name)).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "is not that of a later one with the same id (needs Linux)",
    () => {
      expect(isProcessRunning(`${process.pid}-1`)).toBe(false);
      expect(isProcessRunning(processName().replace(/-\d+/, "-1"))).toBe(false);
    },
  );

  it.each(["", "x", "-1-2", "1", "12345678901-1", "1-2-3"])("says no to %j", (name) => {
    expect(isProcessRunning(name)).toBe(false);
  });
});
