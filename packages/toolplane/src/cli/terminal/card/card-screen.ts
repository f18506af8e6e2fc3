/**
 * The region of the terminal that a card is drawn in: at the bottom, redrawn in place, nothing above it ever touched. While it is
 * open the terminal gives every key at once (raw), marks what is pasted, and shows no cursor; however the program ends, even by
 * an error nobody caught, it is given back as it was.
 */
import { writeSync } from "node:fs";
import { textWidth } from "../text-width.ts";

/** What it draws on and reads from. */
export interface ScreenStreams {
  readonly input: NodeJS.ReadStream;
  readonly error: NodeJS.WriteStream;
}

/** An open region. */
export interface CardScreen {
  draw(lines: readonly string[]): void;
  /** Takes the region away and writes these lines in its place. */
  close(lines: readonly string[]): void;
}

const ESC = "\u001b[";
const BEGIN = `${ESC}?2004h${ESC}?25l`;
const END = `${ESC}?2004l${ESC}?25h`;
const ERASE_BELOW = `${ESC}J`;

/** Opens it. `onData` gets what is typed, as text. */
export function openCardScreen(
  { input, error }: ScreenStreams,
  onData: (text: string) => void,
): CardScreen {
  let drawn: readonly string[] = [];
  let isOpen = true;
  const restore = (write: (text: string) => void): void => {
    if (!isOpen) return;
    isOpen = false;
    write(END);
    input.off("data", hear);
    input.pause();
    if (input.isTTY) input.setRawMode(false);
    process.off("exit", atExit);
  };
  const hear = (data: Buffer | string): void =>
    onData(decoder.decode(asBytes(data), { stream: true }));
  const decoder = new TextDecoder();
  // At the end of the process nothing asynchronous is written any more.
  const atExit = (): void => restore((text) => writeAtExit(error, text));
  process.on("exit", atExit);
  if (input.isTTY) input.setRawMode(true);
  input.on("data", hear);
  input.resume();
  error.write(BEGIN);
  return {
    draw(lines) {
      if (!isOpen) return;
      error.write(`${goBack(drawn, error.columns)}${lines.join("\r\n")}`);
      drawn = lines;
    },
    close(lines) {
      if (!isOpen) return;
      const ending = lines.map((line) => `${line}\r\n`).join("");
      error.write(`${goBack(drawn, error.columns)}${ending}`);
      drawn = [];
      restore((text) => error.write(text));
    },
  };
}

/** To the start of what was drawn. A window that became narrower has broken its lines, so they are counted as they stand now. */
function goBack(drawn: readonly string[], columns: number): string {
  if (drawn.length === 0) return "";
  const width = Math.max(1, columns || 80);
  const rows = drawn.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / width)),
    0,
  );
  const up = rows > 1 ? `${ESC}${rows - 1}A` : "";
  return `\r${up}${ERASE_BELOW}`;
}

function asBytes(data: Buffer | string): Uint8Array {
  return typeof data === "string" ? Buffer.from(data) : data;
}

function writeAtExit(error: NodeJS.WriteStream, text: string): void {
  try {
    writeSync((error as { readonly fd?: number }).fd ?? 2, text);
  } catch {
    // The terminal is gone; there is nothing to give back.
  }
}
