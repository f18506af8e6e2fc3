/** The program as a real process: signals, pipes that go away, colours. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { spawn as spawnTerminal } from "@lydell/node-pty";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let world: CliWorld;
beforeAll(() => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join("\n");
  world = openCliWorld({ "README.md": "hello\n", "big.txt": lines });
});
afterAll(() => world.remove());

describe("the program", () => {
  it("cancels a call on Ctrl-C: the process of the call is gone, and it ends with 130", async () => {
    const mark = `sleep 98${process.pid}`;
    const child = world.spawn(["call", "bash", `echo begun; ${mark}`, "--json", "--mode", "yolo"]);
    const isRunning = (): boolean => execFileSync("ps", ["-eo", "args"]).toString().includes(mark);
    while (!isSleeping(mark)) await new Promise((resolve) => setImmediate(resolve));
    child.kill("SIGINT");
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(130);
    expect(isRunning()).toBe(false);
  });

  it("shows on a terminal that something runs and what it prints, takes that away, and cancels on the key", async () => {
    const line = world.command(["call", "bash", "echo begun; sleep 60", "--mode", "yolo"]);
    const terminal = spawnTerminal(line.program, [...line.words], {
      cols: 80,
      rows: 24,
      cwd: world.workspace,
      env: { ...world.environment, TERM: "xterm" },
    });
    let shown = "";
    let isPressed = false;
    const ended = new Promise<number>((resolve) => {
      terminal.onExit(({ exitCode }) => resolve(exitCode));
    });
    terminal.onData((text) => {
      shown += text;
      // What it printed and the mark, drawn again: the call runs.
      if (isPressed || (shown.match(/begun[\s\S]*?bash {2}\d/g) ?? []).length < 2) return;
      isPressed = true;
      terminal.write("\u0003");
    });
    expect(await ended).toBe(130);
    // Two rows, for what it had printed stands above the mark: all of it is gone when the result is said.
    const erase = "\r\u001b[2K\u001b[1A\u001b[2K\u001b[J";
    expect(shown).toContain(erase);
    expect(stripVTControlCharacters(shown.slice(shown.lastIndexOf(erase)))).toBe(
      "\r– bash  echo begun; sleep 60  cancelled\r\n",
    );
  });

  it("does not end before a call that only waits has settled", async () => {
    const child = world.spawn(["call", "sleep", "200", "--json"]);
    const said = child.stdout ? text(child.stdout) : Promise.resolve("");
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(0);
    expect(JSON.parse(await said)).toMatchObject({ type: "output", data: { slept_ms: 200 } });
  });

  it("does not look like a success when it ends before its command did", async () => {
    const line = world.command(["call", "sleep", "200"]);
    // Nothing holds the process then, as if a wait had been forgotten.
    const deaf = `const { on } = process; process.on = function (name, listener) { return name === "beforeExit" ? this : on.call(this, name, listener); };`;
    const child = spawn(
      line.program,
      ["--import", `data:text/javascript,${encodeURIComponent(deaf)}`, ...line.words],
      { cwd: world.workspace, env: world.environment },
    );
    const said = text(child.stderr);
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(1);
    expect(await said).toContain("! toolplane was stopped while its command ran");
  });

  it("ends quietly when its reader goes away", async () => {
    const child = world.spawn(["call", "read", "big.txt"]);
    const said = child.stderr ? text(child.stderr) : Promise.resolve("");
    child.stdout?.once("data", () => child.stdout?.destroy());
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(0);
    expect(await said).not.toMatch(/EPIPE|Error/);
  });

  it("sets no colours where nothing can show them, and where NO_COLOR says so", async () => {
    const plain = await world.run(["tools"], { isTerminal: true, env: { NO_COLOR: "1" } });
    expect(plain.stdout).not.toContain("\u001b");
    const piped = await world.run(["tools"]);
    expect(piped.stdout).toBe(plain.stdout);
    const coloured = await world.run(["tools"], { isTerminal: true, env: { TERM: "xterm" } });
    expect(coloured.stdout).toContain("\u001b[");
  });

  it("marks without UTF-8 with --ascii, and where the locale has none", async () => {
    const asked = await world.run(["call", "read", "README.md", "--ascii"]);
    expect(asked.stderr).toMatch(/^\+ read/);
    const found = await world.run(["call", "read", "README.md"], { env: { LC_ALL: "C" } });
    expect(found.stderr).toMatch(/^\+ read/);
  });
});

function isSleeping(mark: string): boolean {
  return execFileSync("ps", ["-eo", "args"])
    .toString()
    .split("\n")
    .some((line) => line.trim() === mark);
}
