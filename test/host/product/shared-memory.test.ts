import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openProduct } from "./fixture.ts";

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`files in memory (needs ${needs})`, () => {
    it("take no more than a bound, wherever below /dev they are made, and are another command's never", async () => {
      // In a file: nobody reads beforehand where it writes.
      const fill = [
        "echo usable > /dev/shm/small; cat /dev/shm/small",
        "for to in /dev/shm/big /dev/big; do head -c 300M /dev/zero > $to; done 2>/dev/null",
        "du -sm /dev | cut -f1",
      ].join("\n");
      const product = await openProduct({ tools: [bashTool], sandbox, files: { "fill.sh": fill } });
      const filled = await product.call("bash", { command: "bash fill.sh" });
      const [word, megabytes] = String((filled as { data: string }).data).split("\n");
      expect(word).toBe("usable");
      expect(Number(megabytes)).toBeLessThanOrEqual(256);
      const next = await product.call("bash", { command: "ls /dev/shm | wc -l" });
      expect(next).toMatchObject({ type: "output", data: "0\n" });
    });
  });
