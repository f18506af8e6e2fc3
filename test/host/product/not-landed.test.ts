import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createScriptedBroker } from "@toolplane/testkit";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openProduct } from "./fixture.ts";

describe.skipIf(!hasSandbox)(
  "a file that runs by itself, in a new folder (needs bubblewrap)",
  () => {
    it("keeps the whole set from landing when nobody can be asked, and the model is told", async () => {
      const product = await openProduct({ tools: [bashTool], parser: "off" });
      const result = await product.call("bash", {
        command:
          "mkdir -p new/.vscode && echo '{}' > new/.vscode/settings.json; echo fine > new/a.txt",
      });
      const at = (path: string) => join(product.workspace, path);
      expect(existsSync(at("new"))).toBe(false);
      expect(result.details).toMatchObject({
        report: {
          landing: {
            state: "kept",
            why: "refused",
            refused: [{ path: at("new/.vscode/settings.json") }],
          },
        },
      });
      expect(JSON.stringify(result.content)).toContain("Nothing landed");
    });
  },
);

describe.skipIf(!hasSandbox)("a command that met a wall (needs bubblewrap)", () => {
  it.each(["once", "reject"] as const)(
    "is offered a wider run before anything landed: %s",
    async (choice) => {
      const broker = createScriptedBroker([{ choice }]);
      const product = await openProduct({
        tools: [bashTool],
        parser: "off",
        contained: true,
        broker,
        files: {
          "a.txt": "a",
          "grow.sh": "printf + >> a.txt; echo Could not resolve host x; exit 3",
        },
      });
      const result = await product.call("bash", { command: "sh grow.sh" });
      expect(broker.questions()).toMatchObject([{ kind: "wider-rerun" }]);
      // Twice would be what one run left, and another one over it.
      expect(readFileSync(join(product.workspace, "a.txt"), "utf8")).toBe("a+");
      expect(result.details).toMatchObject({ report: { landing: { state: "landed" } } });
    },
  );

  it.each([
    ["lands", "once", "new\n"],
    ["does not", "reject", "old\n"],
  ] as const)(
    "has a protected file open to its wider run, and what it changed there %s after a question of its own",
    async (_, choice, left) => {
      const broker = createScriptedBroker([{ choice: "once" }, { choice }]);
      const product = await openProduct({
        tools: [bashTool],
        parser: "off",
        contained: true,
        broker,
        files: {
          ".git/HEAD": "ref: refs/heads/main\n",
          ".git/config": "old\n",
          "set.sh": "echo new > .git/config",
        },
      });
      const path = join(product.workspace, ".git/config");
      await product.call("bash", { command: "sh set.sh" });
      const questions = broker.questions();
      expect(questions).toMatchObject([{ kind: "wider-rerun" }, { kind: "landing" }]);
      expect(JSON.stringify(questions[0]?.reasons)).toContain(path);
      expect(readFileSync(path, "utf8")).toBe(left);
    },
  );
});
