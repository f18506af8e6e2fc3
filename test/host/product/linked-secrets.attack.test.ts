/** A file behind a link in a denied folder is denied with it, by its own name too; what lies beside it is not. */
import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openProduct } from "./fixture.ts";

const DENY: Rule = { permission: "*", pattern: "{workspace}/secrets/**", action: "deny" };

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a link in a denied folder (needs ${needs})`, () => {
    it("hides the file and the folder that it leads to, and no other", async () => {
      const { call, workspace } = await openProduct({
        tools: [bashTool],
        sandbox,
        rules: [DENY],
        files: {
          "secrets/key": "CANARY-0\n",
          "data/real": "CANARY-1\n",
          "data/open": "open\n",
          "more/deep/file": "CANARY-2\n",
          "hard/name": "CANARY-3\n",
          "read.sh":
            "cat data/* more/deep/file hard/name secrets/* 2>/dev/null; grep -rh CANARY- data more hard; true\n",
        },
      });
      const at = (path: string) => join(workspace, path);
      mkdirSync(at("secrets/inner"));
      symlinkSync("../data/real", at("secrets/one"));
      symlinkSync("../../more/deep", at("secrets/inner/two"));
      linkSync(at("hard/name"), at("secrets/three"));
      symlinkSync("..", at("secrets/up"));
      symlinkSync("key", at("secrets/own"));
      const result = await call("bash", { command: "sh read.sh" });
      expect(result).toMatchObject({ type: "output", data: "open\n" });
    });
  });
