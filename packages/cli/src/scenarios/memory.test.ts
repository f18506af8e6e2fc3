import { openProjectMemory } from "@toolplane/library/inside";
import { describe, expect, it, onTestFinished } from "vitest";
import { line, note } from "../terminal/shown/shown.ts";
import { openCliWorld } from "./cli-world.fixture.ts";

function open() {
  const world = openCliWorld();
  onTestFinished(() => world.remove());
  return world;
}

describe("toolplane memory", () => {
  it("lists, shows and removes what the tool memory kept of this project", async () => {
    const { report, run, state, workspace } = open();
    expect(await report(["memory"])).toEqual({
      json: { notes: [] },
      shown: [note("Nothing is kept of this project.")],
    });
    const opened = await state();
    const memory = openProjectMemory(opened.store, workspace);
    const labels = [{ label: "untrusted", source: "evil.example" }];
    const written = { sessionId: "ses_1", atMs: 0 };
    await memory.write({ key: "style", content: "tabs\n\u001b[31mred", labels, ...written });
    await memory.write({ key: "other", content: "x", labels: [], ...written });
    await opened.close();
    expect((await run(["memory"])).stdout).toMatch(/other[\s\S]*style.*untrusted/);
    const shown = await run(["memory", "style"]);
    expect(shown.stdout).toContain("tabs\n");
    expect(shown.stdout).not.toContain("\u001b");
    expect((await report(["memory", "style"])).json).toMatchObject({ key: "style", labels });
    expect(await run(["memory", "nothing"])).toMatchObject({ code: 2 });
    expect(await run(["memory", "rm", "style", "nothing"])).toMatchObject({ code: 2 });
    expect(await report(["memory", "rm", "style"])).toEqual({
      json: { removed: ["style"] },
      shown: [line("1 note removed.")],
    });
    expect((await report(["memory"])).json).toMatchObject({ notes: [{ key: "other" }] });
    expect((await report(["memory", "rm", "--all"])).json).toEqual({ removed: ["other"] });
  });

  it("shows what a tool call on the same workspace reads", async () => {
    const { run, state, workspace } = open();
    const opened = await state();
    const kept = { key: "style", content: "tabs", labels: [], sessionId: null, atMs: 0 };
    await openProjectMemory(opened.store, workspace).write(kept);
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
