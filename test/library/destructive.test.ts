import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { createToolplane, defineTool } from "toolplane";
import { describe, expect, it } from "vitest";

const deleteNote = defineTool({
  id: "delete_note",
  description: "Deletes a note for good.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  requires: { fs: { write: ["{workspace}/**"] } },
  resources: { path: "fs.write" },
  mode: "destructive",
  execute: async ({ path }, { fs }) => {
    await fs.remove(path);
    return "deleted";
  },
});

describe("a destructive tool", () => {
  it("runs unasked where a rule lets it, and what it deleted can be taken back [R226]", async () => {
    const world = openCliWorld({ "note.md": "mine\n" });
    const note = join(world.workspace, "note.md");
    try {
      const tp = await createToolplane({
        workspace: world.workspace,
        userData: world.data,
        environment: world.environment,
        tools: [deleteNote],
        sandbox: "none",
        onWarning: () => {},
        policy: [{ permission: "fs.write", pattern: "{workspace}/*.md", action: "allow" }],
      });
      const session = tp.session();
      const call = { id: "1", name: "delete_note", arguments: { path: "note.md" } };
      expect(await session.call(call)).toMatchObject({ type: "output", data: "deleted" });
      await tp.close();
      expect(existsSync(note)).toBe(false);

      const shown = await world.run(["show", session.id]);
      expect(shown.stderr).toContain(`undo ${session.id.slice(0, 10)}`);
      expect((await world.run(["undo", session.id, "--yes"])).code).toBe(0);
      expect(readFileSync(note, "utf8")).toBe("mine\n");
    } finally {
      world.remove();
    }
  });
});
