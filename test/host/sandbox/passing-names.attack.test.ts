/** Names beside programs in a home that other programs make and remove while a command is started: locks, journals, shims. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openWorld, runPrepared } from "./fixture.ts";

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a name beside programs in the home (needs ${needs})`, () => {
    it("breaks no command when it is gone by then, and is closed when it is not", async () => {
      // Not in /tmp, from where nothing is shown.
      const parent = mkdtempSync("/var/tmp/toolplane-passing-");
      onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
      const link = join(parent, "programs");
      const path = "/usr/local/bin:/usr/bin:/bin";
      const world = await openWorld({ parent, sandbox, path: `${link}:${path}` });
      onTestFinished(() => world.close());
      const programs = join(world.home, ".tool/shims");
      mkdirSync(programs, { recursive: true });
      symlinkSync(programs, link);
      for (const name of ["tool", "denied"]) {
        writeFileSync(join(programs, name), `#!/bin/sh\necho ${name} ran\n`);
        chmodSync(join(programs, name), 0o755);
      }
      symlinkSync("tool", join(programs, "also"));
      for (const name of ["token", ".lock"]) writeFileSync(join(programs, name), "CANARY-77");

      // Into one pipe: between two, nothing promises an order.
      const line = `exec 2>&1; cd ${programs}; ./tool; ./also; ./denied; cat token .lock; touch x; ls -A`;
      const command = await world.sandbox.prepare({
        argv: ["bash", "-c", line],
        cwd: world.workspace,
        env: { PATH: `${link}:${path}` },
        confinement: { ...world.confinement(), absentPrograms: ["denied"] },
        sessionId: "s1",
      });
      rmSync(join(programs, ".lock"));
      const { output } = await runPrepared(command);
      await command.release();
      expect(output.match(/\w+ ran/g)).toEqual(["tool ran", "tool ran"]);
      expect(output).toMatch(/denied: Permission denied/);
      expect(output).toMatch(/Read-only file system/);
      expect(output).not.toContain("CANARY");
    });
  });
