import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { allowAll, openProduct } from "./fixture.ts";

const deny = { permission: "shell.run", pattern: "perl *", action: "deny" } as const;

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(
    `a program that a rule denies whatever it is given (needs ${needs})`,
    () => {
      it("is started by no script and under no other name, and the other programs are there", async () => {
        const product = await openProduct({
          ...{ tools: [bashTool], sandbox, rules: [allowAll, deny] },
          files: {
            "a.sh":
              'ln -s /usr/bin/perl own; for name in perl /usr/bin/perl* ./own; do "$name" -e "print qq(ran)"; done\n',
          },
        });
        const result = await product.call("bash", {
          command: "bash a.sh; awk 'BEGIN { print \"awk ran\" }'",
        });
        const said = JSON.stringify(result);
        expect(said).toContain("awk ran");
        expect(said).not.toMatch(/[^k] ran|"ran/);
        expect(said).toMatch(/Permission denied/);
        const open = await openProduct({ tools: [bashTool], sandbox, rules: [allowAll] });
        const allowed = await open.call("bash", { command: "perl -e 'print qq(ran)'" });
        expect(JSON.stringify(allowed)).toContain("ran");
      });
    },
  );
