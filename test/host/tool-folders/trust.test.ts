/** Whose code runs: what was agreed to, as long as it is, and where something holds it. */
import { findUnits } from "@toolplane/host/tool-folders";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openFolderWorld, outcomeOf, toolText } from "./fixture.ts";

for (const sandbox of ["none", "auto"] as const)
  describe.skipIf(sandbox === "auto" && !hasSandbox)(
    `tools from folders, sandbox ${sandbox}${sandbox === "auto" ? " (needs bubblewrap)" : ""}`,
    () => {
      it("of a project do not run before they are trusted, nor after a change", async () => {
        const trusted = new Set<string>();
        const file = "ws/.toolplane/tools/mine.ts";
        const { call, folders, put, projectFolder } = await openFolderWorld({
          sandbox,
          unconfinedTools: true,
          isTrusted: ({ digest }) => trusted.has(digest),
          files: { [file]: toolText("mine", "return 1;", { before: "console.error('ran');" }) },
        });
        expect(folders.problems()).toMatchObject([{ name: "mine", stage: "trust" }]);
        expect(outcomeOf(await call("mine"))).toMatch(/^unknown_tool/);
        const [found] = findUnits(projectFolder);
        trusted.add(found?.unit?.digest ?? "");
        await folders.reload();
        expect(outcomeOf(await call("mine"))).toBe(1);
        put(file, toolText("mine", "return 2;"));
        await folders.reload();
        expect(folders.problems()).toMatchObject([{ name: "mine", stage: "trust" }]);
        expect(outcomeOf(await call("mine"))).toBe(1);
        trusted.clear();
        await folders.reload();
        expect(outcomeOf(await call("mine"))).toMatch(/^unknown_tool/);
      });
    },
  );

describe("tools of a project without a sandbox", () => {
  it("do not load unless a person says so; a person's own do", async () => {
    const files = {
      "ws/.toolplane/tools/theirs.ts": toolText("theirs", "return 1;"),
      "home/.toolplane/tools/own.ts": toolText("own", "return 2;"),
    };
    const without = await openFolderWorld({ sandbox: "none", files });
    expect(without.folders.problems()).toMatchObject([{ name: "theirs", stage: "sandbox" }]);
    expect(outcomeOf(await without.call("own"))).toBe(2);
    const said = await openFolderWorld({ sandbox: "none", files, unconfinedTools: true });
    expect(outcomeOf(await said.call("theirs"))).toBe(1);
  });
});
