import { openProjectMemory } from "@toolplane/library/inside";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCliWorld } from "./cli-world.fixture.ts";

function open() {
  const world = openCliWorld();
  onTestFinished(() => world.remove());
  return world;
}

describe("toolplane memory", () => {
  it("lists, shows and removes what the tool memory kept of this project", async () => {
    const { run, state, workspace } = open();
    expect(await run(["memory"])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Nothing is kept"),
    });
    const opened = await state();
    const memory = openProjectMemory(opened.store, workspace);
    const labels = [{ label: "untrusted", source: "evil.example" }];
    const written = { sessionId: "ses_1", atMs: 0 };
    await memory.write({ key: "style", content: "tabs\n\u001b[31mred", labels, ...written });
    await memory.write({ key: "other", content: "x", labels: [], ...written });
    await opened.close();
    const listed = await run(["memory"]);
    expect(listed.stdout).toMatch(/other[\s\S]*style.*untrusted/);
    const shown = await run(["memory", "style"]);
    expect(shown.stdout).toContain("tabs\n");
    expect(shown.stdout).not.toContain("\u001b");
    expect(JSON.parse((await run(["memory", "style", "--json"])).stdout)).toMatchObject({ labels });
    expect(await run(["memory", "nothing"])).toMatchObject({ code: 2 });
    expect(await run(["memory", "rm", "style", "nothing"])).toMatchObject({ code: 2 });
    expect(await run(["memory", "rm", "style"])).toMatchObject({ stdout: "1 note removed.\n" });
    expect((await run(["memory"])).stdout).not.toContain("style");
    expect(await run(["memory", "rm", "--all"])).toMatchObject({ code: 0 });
  });

  it("shows what a tool call on the same workspace reads", async () => {
    const { run, state, workspace } = open();
    const opened = await state();
    const note = { key: "style", content: "tabs", labels: [], sessionId: null, atMs: 0 };
    await openProjectMemory(opened.store, workspace).write(note);
    await opened.close();
    const words = ["call", "memory", "--action", "read", "--key", "style", "--mode", "yolo"];
    expect((await run(words)).stdout).toContain("tabs");
  });

  it("lets only a person at a terminal write one, because their words carry no labels", async () => {
    const { run } = open();
    const edit = ["memory", "edit", "style", "--text", "tabs"];
    expect((await run(edit)).stderr).toContain("Nobody is here to say yes");
    const inside = await run(edit, { env: { TOOLPLANE_SESSION: "ses_1" } });
    expect(inside.stderr).toContain("only a person may do this");
    expect((await run(["memory"])).stderr).toContain("Nothing is kept");
    expect((await run(["memory", "edit", "../x", "--text", "y"])).stderr).toContain("is no key");
  });
});
