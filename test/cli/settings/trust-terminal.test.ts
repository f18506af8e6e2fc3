import { spawn } from "@lydell/node-pty";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const RULES = '[{"permission":"bash","pattern":"npm test*","action":"allow"}]';

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ ".toolplane/policy.jsonc": RULES });
});
afterEach(() => world.remove());

/** Runs `trust` on a terminal of 80 columns and types when the question is there. */
function answer(keys: string): Promise<{ readonly screen: string; readonly code: number }> {
  return new Promise((resolve) => {
    const program = spawn(process.execPath, [...programWords(), "trust"], {
      cols: 80,
      rows: 24,
      cwd: world.workspace,
      env: { ...world.environment, TERM: "xterm" },
    });
    let screen = "";
    let isTyped = false;
    program.onData((text) => {
      screen += text;
      if (isTyped || !screen.includes("[y/N]")) return;
      isTyped = true;
      program.write(keys);
    });
    program.onExit(({ exitCode }) => resolve({ screen, code: exitCode }));
  });
}

async function state(): Promise<string> {
  const { stdout } = await world.run(["config", "--json"]);
  return (JSON.parse(stdout) as { readonly project: { readonly state: string } }).project.state;
}

describe("trust on a terminal", () => {
  it("is kept by a typed yes", async () => {
    const { screen, code } = await answer("y\r");
    expect(code).toBe(0);
    expect(screen).toContain("allow bash npm test*");
    expect(screen).toContain("Trusted until it changes");
    expect(await state()).toBe("trusted");
  });

  it.each([
    ["Enter alone", "\r", 3],
    ["anything else", "yeah\r", 3],
    ["the end of input", "\u0004", 3],
    ["Ctrl-C", "\u0003", 130],
  ])("is not kept by %s", async (_, keys, code) => {
    expect(await answer(keys)).toMatchObject({ code });
    expect(await state()).toBe("untrusted");
  });
});
