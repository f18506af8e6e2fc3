/**
 * The region of the terminal that a card is drawn in: at the bottom, redrawn in place, nothing above it ever touched. While it is
 * open the terminal gives every key at once (raw), marks what is pasted, and shows no cursor; however the program ends, even by
 * an uncaught error, it is given back as it was. Ctrl-Z gives it back too, stops the job as in any other program, and draws the
 * card again below what the shell wrote since.
 */
import { writeSync } from "node:fs";
import { openRegion, type RedrawRegion } from "../redraw-region.ts";

export interface ScreenStreams {
  readonly input: NodeJS.ReadStream;
  readonly error: NodeJS.WriteStream;
}

export interface ScreenOptions {
  readonly job?: JobControl;
  /** The process was stopped and goes on: what was typed meanwhile was not typed to what is drawn. */
  readonly onContinue?: () => void;
}

const ESC = "\u001b[";
/** Keys typed before are echoed where the card begins, by the terminal itself: they answer nothing and are taken from its line. */
const BEGIN = `${ESC}?2004h${ESC}?25l\r${ESC}J`;
const END = `${ESC}?2004l${ESC}?25h`;
const SUSPEND = "\u001a";

/** Opens it. `onData` gets what is typed, as text. */
export function openCardScreen(
  { input, error }: ScreenStreams,
  onData: (text: string) => void,
  { job = shellJob(), onContinue = () => {} }: ScreenOptions = {},
): RedrawRegion {
  let region = openRegion(error);
  let drawn: readonly string[] = [];
  let isOpen = true;
  const take = (): void => {
    if (input.isTTY) input.setRawMode(true);
    input.resume();
    error.write(BEGIN);
  };
  const give = (write: (text: string) => void): void => {
    write(END);
    input.pause();
    if (input.isTTY) input.setRawMode(false);
  };
  const restore = (write: (text: string) => void): void => {
    if (!isOpen) return;
    isOpen = false;
    give(write);
    input.off("data", hear);
    forget();
    process.off("exit", atExit);
  };
  const suspend = (): void => {
    region.close([]);
    give((text) => error.write(text));
    job.stop();
  };
  // The shell has written below what was drawn, so that place is no longer ours.
  const forget = job.onContinue(() => {
    if (!isOpen) return;
    region = openRegion(error);
    take();
    region.draw(drawn);
    onContinue();
  });
  const hear = (data: Buffer | string): void => {
    const text = decoder.decode(asBytes(data), { stream: true });
    if (text === SUSPEND) suspend();
    else onData(text);
  };
  const decoder = new TextDecoder();
  // At the end of the process nothing asynchronous is written any more.
  const atExit = (): void => restore((text) => writeAtExit(error, text));
  process.on("exit", atExit);
  input.on("data", hear);
  take();
  return {
    draw(lines) {
      drawn = lines;
      if (isOpen) region.draw(lines);
    },
    print(lines) {
      if (isOpen) region.print(lines);
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

/** Stopping and going on as a job of the shell, where the terminal gives us Ctrl-Z as a key. */
interface JobControl {
  /** Stops this process and those of its job; returns when it goes on, or at once where no shell could make it go on. */
  stop(): void;
  /** Calls back each time it goes on; returns what ends that. */
  onContinue(listener: () => void): () => void;
}

/** The job that this process is part of: one program may stand before it, as the one that found the right Node. */
function shellJob(): JobControl {
  const listeners = new Set<() => void>();
  return {
    stop() {
      let wasContinued = false;
      const note = (): void => {
        wasContinued = true;
      };
      process.once("SIGCONT", note);
      process.kill(0, "SIGTSTP");
      // A job without a shell above it is not stopped, and nothing would say that it goes on.
      setImmediate(() =>
        setImmediate(() => {
          process.off("SIGCONT", note);
          if (!wasContinued) for (const listener of listeners) listener();
        }),
      );
    },
    onContinue(listener) {
      listeners.add(listener);
      process.on("SIGCONT", listener);
      return () => {
        listeners.delete(listener);
        process.off("SIGCONT", listener);
      };
    },
  };
}
