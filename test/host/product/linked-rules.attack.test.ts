/**
 * A rule about a folder holds for what links in that folder lead to, by its own name too: for reading and for writing, through file
 * tools and through commands, at every level. What lies beside it is not meant.
 */
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, Rule } from "@toolplane/contract";
import { bashTool, editTool, grepTool, readTool, writeTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { PRODUCT_LEVELS } from "../../sandbox-levels.ts";
import { allowAll, openProduct, outcomeOf } from "./fixture.ts";

const LEVELS = PRODUCT_LEVELS.filter(({ level }) => level !== "none");

const FILES = {
  "data/real": "CANARY-1\n",
  "data/open": "open\n",
  "more/deep/file": "CANARY-2\n",
  "locked/own": "CANARY-0\n",
  "read.sh": "cat data/* more/deep/file locked/* 2>/dev/null; true\n",
  "write.sh":
    "for f in data/real more/deep/file more/deep/new locked/own; do echo changed > $f; done\n",
};

for (const { level, sandbox, needs, runs, userDataInside } of LEVELS)
  describe.skipIf(!runs)(`a link in a folder of a rule, ${level} (needs ${needs})`, () => {
    async function open(rules: readonly Rule[]) {
      const product = await openProduct({
        tools: [bashTool, readTool, grepTool, writeTool, editTool],
        sandbox,
        rules,
        files: FILES,
        userDataInside,
      });
      const { workspace, toolplane, call } = product;
      expect(toolplane.host.sandbox.level).toBe(level);
      mkdirSync(join(workspace, "locked/inner"));
      symlinkSync("../data/real", join(workspace, "locked/one"));
      symlinkSync("../../more/deep", join(workspace, "locked/inner/two"));
      const text = (path: string) => readFileSync(join(workspace, path), "utf8");
      const outcome = async (name: string, args: JsonObject) => outcomeOf(await call(name, args));
      return { outcome, call, text };
    }

    it("cannot be read by what it leads to", async () => {
      const deny: Rule = {
        permission: "fs.read",
        pattern: "{workspace}/locked/**",
        action: "deny",
      };
      const { outcome } = await open([allowAll, deny]);
      for (const path of ["data/real", "more/deep/file", "locked/one", "locked/inner/two/file"])
        expect([path, await outcome("read", { path })]).toEqual([path, "permission_denied"]);
      expect(String(await outcome("read", { path: "data/open" }))).toContain("open");
      const found = JSON.stringify(await outcome("grep", { pattern: "CANARY|open" }));
      expect(found).not.toContain("CANARY-");
      expect(found).toContain("data/open");
      expect(await outcome("bash", { command: "sh read.sh" })).toBe("open\n");
    });

    it("cannot be written by what it leads to", async () => {
      const deny: Rule = {
        permission: "fs.write",
        pattern: "{workspace}/locked/**",
        action: "deny",
      };
      const { outcome, call, text } = await open([allowAll, deny]);
      for (const path of ["data/real", "more/deep/file", "more/deep/new", "locked/own"]) {
        const said = await outcome("write", { path, content: "changed" });
        expect([path, said]).toEqual([path, "permission_denied"]);
      }
      const edit = { path: "data/real", old_string: "CANARY", new_string: "changed" };
      expect(await outcome("edit", edit)).toBe("permission_denied");
      // Without a view an allowed command writes the files themselves: by their own names nothing holds them back.
      const commands = ["echo changed > data/real", "sh write.sh", "rm -r more"];
      for (const command of userDataInside ? ["echo changed > locked/own"] : commands)
        await call("bash", { command });
      expect(text("data/real") + text("more/deep/file") + text("locked/own")).toBe(
        "CANARY-1\nCANARY-2\nCANARY-0\n",
      );
      expect(() => text("more/deep/new")).toThrow("ENOENT");
      expect(await outcome("write", { path: "data/open", content: "mine\n" })).not.toBe(
        "permission_denied",
      );
      expect(text("data/open")).toBe("mine\n");
    });
  });
