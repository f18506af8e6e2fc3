/** A session that makes itself ready runs the empty line where commands run, and leaves nothing of it behind. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type ToolplaneEvent } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

describe.runIf(hasSandbox)("a session that is made ready (needs bubblewrap)", () => {
  it("has asked nobody, recorded nothing and changed nothing, and runs its first command as any other", async () => {
    const base = mkdtempSync(join(tmpdir(), "toolplane-ready-"));
    const workspace = join(base, "ws");
    mkdirSync(workspace);
    const events: ToolplaneEvent[] = [];
    const asked: string[] = [];
    const toolplane = await createToolplane({
      workspace,
      userData: join(base, "data"),
      onEvent: (event) => events.push(event),
      broker: {
        ask: async ({ tool }) => {
          asked.push(tool);
          return { choice: "reject" };
        },
      },
    });
    onTestFinished(async () => {
      await toolplane.close();
      rmSync(base, { recursive: true, force: true });
    });
    const session = toolplane.session();
    const before = events.length;
    await session.ready();
    expect(asked).toEqual([]);
    expect(events.slice(before)).toEqual([]);
    expect(readdirSync(workspace)).toEqual([]);
    const result = await session.call({
      id: "first",
      name: "bash",
      arguments: { command: "echo hi > a.txt" },
    });
    expect(JSON.stringify(result)).not.toContain('"type":"error"');
    expect(readdirSync(workspace)).toEqual(["a.txt"]);
  });
});
