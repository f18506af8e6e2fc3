/** What every process is shown beside its reach is minus what rules deny there: by its name, by a link, and as a whole folder. */
import { writeFileSync } from "node:fs";
import type { Rule } from "@toolplane/contract";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openProduct } from "./fixture.ts";

const deny = (pattern: string): Rule => ({ permission: "fs.read", pattern, action: "deny" });

/** A rule, and a script that reads past it. */
const CASES: readonly (readonly [string, string])[] = [
  ["/etc/hosts", "cat /etc/hosts"],
  ["/etc/passwd", "python3 -c 'print(open(\"/etc/passwd\").read())'"],
  ["/etc/ssl/**", "ls /etc/ssl/certs; find /etc/ssl -type f"],
  ["/usr/lib/os-release", "cat /etc/os-release /usr/lib/os-release"],
  ["/etc/os-release", "cat /etc/os-release /usr/lib/os-release"],
  [
    "/usr/share/doc/bash/**",
    "cat /usr/share/doc/bash/copyright; cat /usr/share/doc/bas[h]/copyright",
  ],
  ["/usr/share/doc/*/copyright", "cat /usr/share/doc/bash/copyright"],
  ["**/nsswitch.conf", "cat /etc/nsswitch.conf"],
];

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`rules about the system (needs ${needs})`, () => {
    it("hold for commands", async () => {
      const leaks: string[] = [];
      const { toolplane, workspace } = await openProduct({ tools: [bashTool], sandbox });
      for (const [index, [pattern, line]] of CASES.entries()) {
        writeFileSync(`${workspace}/a.sh`, `( ${line} ) 2>/dev/null; echo ran\n`);
        const call = { name: "bash", arguments: { command: "sh a.sh" } };
        const session = toolplane.session({ rules: [deny(pattern)] });
        const result = await session.call({ id: `c${index}`, ...call });
        if (result.type !== "output" || result.data !== "ran\n")
          leaks.push(`${pattern}: ${JSON.stringify(result).slice(0, 200)}`);
        await session.close();
      }
      expect(leaks).toEqual([]);
      const open = toolplane.session({ rules: [] });
      writeFileSync(`${workspace}/a.sh`, "wc -c < /etc/hosts; wc -c < /usr/lib/os-release\n");
      const seen = await open.call({ id: "o", name: "bash", arguments: { command: "sh a.sh" } });
      expect(JSON.stringify(seen)).toMatch(/[1-9]\d*\\n[1-9]\d*\\n/);
    });
  });
