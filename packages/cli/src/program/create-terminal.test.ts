import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showProgress } from "../terminal/show-progress.ts";
import { createTerminal } from "./create-terminal.ts";

const stream = { isTTY: true, columns: 80, rows: 24 };

function openTerminal(
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
) {
  const streams = {
    stdin: stream as unknown as NodeJS.ReadStream,
    stdout: stream as unknown as NodeJS.WriteStream,
    stderr: stream as unknown as NodeJS.WriteStream,
  };
  return createTerminal({ ...streams, environment }, { flag: (name) => flags.includes(name) });
}

describe("a terminal", () => {
  it("shows cards where a cursor can be moved", () => {
    const { isInteractive, canRedraw } = openTerminal({ TERM: "xterm" });
    expect([isInteractive, canRedraw]).toEqual([true, true]);
  });

  it.each([
    ["that is dumb", { TERM: "dumb" }, []],
    ["that was asked for plain lines", { TERM: "xterm" }, ["plain"]],
  ])("%s asks in plain lines and draws nothing again", (_, environment, flags) => {
    const { canAsk, isInteractive, isPlain, canRedraw } = openTerminal(environment, flags);
    expect({ canAsk, isInteractive, isPlain, canRedraw }).toEqual({
      canAsk: true,
      isInteractive: false,
      isPlain: true,
      canRedraw: false,
    });
  });
});

/** A terminal of which both streams are one screen, and what was written to it. */
function openScreen() {
  const written: string[] = [];
  const stream = {
    isTTY: true,
    columns: 80,
    rows: 24,
    write: (text: string, done?: () => void) => {
      written.push(text);
      done?.();
    },
  };
  const streams = {
    stdin: stream as unknown as NodeJS.ReadStream,
    stdout: stream as unknown as NodeJS.WriteStream,
    stderr: stream as unknown as NodeJS.WriteStream,
    environment: { TERM: "xterm", NO_COLOR: "1" },
  };
  return { terminal: createTerminal(streams, { flag: () => false }), written };
}

describe("a line that says what runs", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(["print", "note", "write"] as const)("is taken away before a %s", (how) => {
    const { terminal, written } = openScreen();
    const progress = showProgress(terminal, "working");
    vi.advanceTimersByTime(1_500);
    expect(written.join("")).toContain("working");
    written.length = 0;
    void terminal[how]("The model's words.");
    expect(written[0]).toBe("\r\u001b[2K\u001b[J");
    expect(written[1]).toMatch(/^The model's words\.\n?$/);
    written.length = 0;
    vi.advanceTimersByTime(500);
    expect(written.join("")).toContain("working");
    progress.end();
    written.length = 0;
    terminal.print("Done.");
    expect(written).toEqual(["Done.\n"]);
  });
});
