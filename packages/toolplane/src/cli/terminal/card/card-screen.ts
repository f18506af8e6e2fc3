/**
 * The region of the terminal that a card is drawn in: at the bottom, redrawn in place, nothing above it ever touched. While it is
 * open the terminal gives every key at once (raw), marks what is pasted, and shows no cursor; however the program ends, even by
 * an error nobody caught, it is given back as it was.
 */
import { writeSync } from "node:fs";
import { openRegion, type RedrawRegion } from "../redraw-region.ts";

export interface ScreenStreams {
  readonly input: NodeJS.ReadStream;
  readonly error: NodeJS.WriteStream;
}

const ESC = "\u001b[";
/** Keys typed before are echoed where the card begins, by the terminal itself: they answer nothing and are taken from its line. */
const BEGIN = `${ESC}?2004h${ESC}?25l\r${ESC}J`;
const END = `${ESC}?2004l${ESC}?25h`;

/** Opens it. `onData` gets what is typed, as text. */
export function openCardScreen(
  { input, error }: ScreenStreams,
  onData: (text: string) => void,
): RedrawRegion {
  const region = openRegion(error);
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
      if (isOpen) region.draw(lines);
    },
    close(lines) {
      if (!isOpen) return;
      region.close(lines);
      restore((text) => error.write(text));
    },
  };
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
