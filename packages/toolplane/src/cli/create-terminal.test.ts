import { describe, expect, it } from "vitest";
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
