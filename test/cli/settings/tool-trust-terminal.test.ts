/** A project whose tools nobody trusted yet, at a real terminal: the first use asks, and nothing loads before. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

const toolFile = (word: string) => `import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "greet", description: "Greets.", parameters: { type: "object" }, requires: {}, execute: () => "${word}" });`;

const QUESTION = "[t/o/N]";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({
    ".toolplane/tools/greet.ts": toolFile("hello from the project"),
    "a.txt": "one\n",
  });
});
afterEach(() => world.remove());

/** Runs a command on a terminal; types the keys when the question is there. */
function inTerminal(
  words: readonly string[],
  keys: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly screen: string; readonly code: number }> {
  return new Promise((resolve) => {
    const program = spawn(process.execPath, [...programWords(), ...words], {
      cols: 120,
      rows: 40,
      cwd: world.workspace,
      env: { ...world.environment, TERM: "xterm", ...env },
    });
    let screen = "";
    let isTyped = false;
    program.onData((text) => {
      screen += text;
      if (isTyped || !screen.includes(QUESTION)) return;
      isTyped = true;
      program.write(keys);
    });
    program.onExit(({ exitCode }) => resolve({ screen, code: exitCode }));
  });
}

const GREET = ["call", "greet", "--mode", "yolo"];

describe.skipIf(!hasSandbox)("the first use of a project's tools (needs bubblewrap)", () => {
  it("asks at a terminal, whatever is called, and loads nothing before it is granted [R042]", async () => {
    const looked = await inTerminal(["call", "read", "a.txt"], "\r");
    expect(looked.screen).toContain("Tools: code of this project.");
    expect(looked.screen).toContain("greet: Greets.");
    expect(looked.screen).toContain("are not loaded");
    expect(looked).toMatchObject({ code: 0, screen: expect.stringContaining("one") });
    const { stderr, code } = await world.run(GREET);
    expect(code).not.toBe(0);
    expect(stderr).toContain("There is no tool");
  });

  it("is granted for good by trust, until the content changes [R042]", async () => {
    const trusted = await inTerminal(GREET, "t\r");
    expect(trusted).toMatchObject({ code: 0 });
    expect(trusted.screen).toContain("hello from the project");
    const again = await inTerminal(GREET, "");
    expect(again.screen).not.toContain(QUESTION);
    expect(again.screen).toContain("hello from the project");
    writeFileSync(join(world.workspace, ".toolplane/tools/greet.ts"), toolFile("other"));
    const changed = await inTerminal(GREET, "o\r");
    expect(changed.screen).toContain("(changed)");
    expect(changed.screen).toContain("other");
  });

  it("is granted for this run by once, and asked about again in the next [R042]", async () => {
    const once = await inTerminal(GREET, "o\r");
    expect(once).toMatchObject({ code: 0 });
    expect(once.screen).toContain("hello from the project");
    const next = await inTerminal(GREET, "\r");
    expect(next.screen).toContain(QUESTION);
    expect(next.code).not.toBe(0);
  });

  it("is asked about once: a not now is kept for this content, and toolplane trust still offers it", async () => {
    await inTerminal(GREET, "n\r");
    const later = await inTerminal(["call", "read", "a.txt"], "");
    expect(later.screen).not.toContain(QUESTION);
    expect(later.screen).toContain("Next: toolplane trust");
    writeFileSync(join(world.workspace, ".toolplane/tools/greet.ts"), toolFile("other"));
    expect((await inTerminal(["call", "read", "a.txt"], "\r")).screen).toContain(QUESTION);
    expect((await world.run(["trust"])).stdout).toContain("greet: Greets.");
  });

  it("keeps nothing when the question is cancelled", async () => {
    const { code } = await inTerminal(GREET, "\u0003");
    expect(code).not.toBe(0);
    expect((await inTerminal(GREET, "\r")).screen).toContain(QUESTION);
  });

  it("is a line where nobody can answer, and a session's own command cannot answer it [R042]", async () => {
    const { stderr, stdout, code } = await world.run(["call", "read", "a.txt"]);
    expect(code).toBe(0);
    expect(stdout).toContain("one");
    expect(stderr).toContain("The tools of this project are untrusted and are not loaded.");
    const inside = await inTerminal(["call", "read", "a.txt"], "", { TOOLPLANE_SESSION: "ses_1" });
    expect(inside.screen).not.toContain(QUESTION);
  });

  it("asks before a chat, a run and a server for people begin, too", async () => {
    for (const words of [
      ["start", "--port", "0", "--no-console"],
      ["chat", "--model", "none/none"],
      ["run", "--model", "none/none", "hello"],
    ]) {
      const { screen } = await inTerminal(words, "\u0003");
      expect(screen, words[0]).toContain(QUESTION);
    }
  });
});
