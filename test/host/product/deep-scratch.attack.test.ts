/** A command may nest folders in its `/tmp` deeper than any path names: the session goes on, and everything goes when it ends. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openProduct, outcomeOf } from "./fixture.ts";

const DEEP = `import os
os.chdir('/tmp')
for i in range(3000):
  os.mkdir('dddddddddd'); os.chdir('dddddddddd')
open('.env','w').write('x')
`;

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`folders nested beyond names (needs ${needs})`, () => {
    it("close themselves, and not the sandbox", async () => {
      const product = await openProduct({
        sandbox,
        preset: "everyday",
        contained: true,
        files: { "deep.py": DEEP },
        rules: [{ permission: "*", pattern: "**/.env", action: "deny" }],
      });
      const run = async (command: string) => outcomeOf(await product.call("bash", { command }));
      expect(await run("python3 deep.py; echo made")).toBe("made\n");
      expect(await run("cd /tmp/dddddddddd/dddddddddd && echo two > a && cat a")).toBe("two\n");
      expect(await run("ls /tmp/dddddddddd/dddddddddd; echo three > new.txt")).toBe(
        "a\ndddddddddd\n",
      );
      expect(existsSync(`${product.workspace}/new.txt`)).toBe(true);
      const scratch = product.session.manifest.variables?.scratch?.[0] ?? "";
      await product.session.close();
      expect(existsSync(scratch)).toBe(false);
    });
  });
