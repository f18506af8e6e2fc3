import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { openCardScreen } from "./card-screen.ts";

/** A terminal that keeps what is done to it, in order. */
function openWorld() {
  const happened: string[] = [];
  const listeners = new Set<() => void>();
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => happened.push(isRaw ? "raw" : "cooked"),
  }) as unknown as NodeJS.ReadStream;
  const error = {
    columns: 80,
    write: (text: string) => happened.push(text),
  } as unknown as NodeJS.WriteStream;
  const job = {
    stop: () => happened.push("stop"),
    onContinue(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const goOn = (): void => {
    for (const listener of listeners) listener();
  };
  return { happened, input, error, job, goOn, listeners };
}

describe("the screen of a card", () => {
  it("gives the terminal back before Ctrl-Z stops the job, and takes it again after", async () => {
    const { happened, input, error, job, goOn, listeners } = openWorld();
    const typed: string[] = [];
    const screen = openCardScreen({ input, error }, (text) => typed.push(text), {
      job,
      onContinue: () => happened.push("goes on"),
    });
    screen.draw(["one", "two"]);
    happened.length = 0;
    (input as unknown as PassThrough).write("\u001a");
    await expect.poll(() => happened).toContain("stop");
    expect(happened).toEqual([
      "\r\u001b[2K\u001b[1A\u001b[2K\u001b[J",
      "\u001b[?2004l\u001b[?25h",
      "cooked",
      "stop",
    ]);
    happened.length = 0;
    goOn();
    // Not a step up: the shell wrote the lines above.
    expect(happened).toEqual([
      "raw",
      "\u001b[?2004h\u001b[?25l\r\u001b[J",
      "one\r\ntwo",
      "goes on",
    ]);
    (input as unknown as PassThrough).write("o");
    await expect.poll(() => typed).toEqual(["o"]);
    screen.close([]);
    expect([listeners.size, happened.at(-1)]).toEqual([0, "cooked"]);
  });

  it("takes Ctrl-Z inside of something longer for text", async () => {
    const { happened, input, error, job } = openWorld();
    const typed: string[] = [];
    const screen = openCardScreen({ input, error }, (text) => typed.push(text), { job });
    (input as unknown as PassThrough).write("a\u001ab");
    await expect.poll(() => typed).toEqual(["a\u001ab"]);
    expect(happened).not.toContain("stop");
    screen.close([]);
  });
});
