/**
 * A running program as a channel. Why it ended is decided once. What it said before its end can still be read; its standard error
 * is masked as it comes, and of that only the end is kept.
 */
import { readFileSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { ToolError } from "@toolplane/contract";
import type {
  Channel,
  ChannelEnd,
  ChannelEndCause,
  ProcessContext,
  Redactor,
} from "@toolplane/contract/ports";
import { keepAlive } from "@toolplane/disk/ground";
import type { CommandParts } from "../session/command-parts.ts";
import type { CommandEnd } from "../session/start-holder.ts";
import type { LaunchedChannel } from "./launch-channel.ts";
import { readPieces } from "./read-pieces.ts";

/** Kept of its standard error. */
const MAX_NOTES_CHARS = 16_384;
/** Bytes that may wait for a program that does not read: a caller that writes more at once does not wait for it. */
const MAX_WAITING_BYTES = 64 * 1_024 * 1_024;
/** The time for another holder of the output's other end, once the program is gone. */
const LINGER_MS = 500;

export function speakOver(
  { command, talk, notes, spool, guard, walls, release }: LaunchedChannel,
  { parts, context }: { readonly parts: CommandParts; readonly context: ProcessContext },
): Channel {
  const { clock, graceMs } = parts;
  let closing = false;
  let over = false;
  let stopKill = (): void => {};
  let outgrown = "";
  const unguard = guard((reason) => {
    outgrown = reason;
    command.stop("kill");
  });
  const tail = keepTail(notes, context.redactor);
  talk.on("error", () => {});
  // A channel without a waiting caller does not keep the host's process from ending; that ends the program.
  talk.unref();

  function close(): Promise<ChannelEnd> {
    if (!closing && !over) {
      closing = true;
      const letGo = keepAlive();
      void ended.finally(letGo).catch(() => {});
      talk.end();
      command.stop("ask");
      stopKill = clock.setTimer(graceMs, () => command.stop("kill"));
    }
    return ended;
  }
  async function settle(): Promise<ChannelEnd> {
    const end = await command.ended;
    over = true;
    stopKill();
    unguard();
    context.signal.removeEventListener("abort", close);
    const linger = clock.setTimer(LINGER_MS, () => talk.destroy());
    talk.once("close", linger);
    talk.end();
    const giveUp = clock.setTimer(LINGER_MS, tail.end);
    await tail.ended;
    giveUp();
    await release();
    const message = outgrown || overText(end) || takeReason(spool);
    const isEnded = end.stopped || outgrown !== "";
    const cause: ChannelEndCause = closing ? "closed" : isEnded ? "failed" : "exited";
    return endOf(end, cause, message);
  }
  const ended = settle();
  context.signal.addEventListener("abort", close);
  if (context.signal.aborted) void close();
  return {
    write: (bytes) => writeTo(talk, bytes, () => over || closing),
    output: { [Symbol.asyncIterator]: oneReader(talk) },
    notes: tail.text,
    walls: () => walls(tail.text()),
    ended,
    close,
  };
}

function endOf(
  { exitCode, signal }: CommandEnd,
  cause: ChannelEndCause,
  message: string,
): ChannelEnd {
  return { cause, exitCode, signal, ...(message === "" ? {} : { message }) };
}

function overText({ over }: CommandEnd): string {
  return over === undefined ? "" : `It was ended: ${over}.`;
}

/** The holder says why it ended a program that outgrew a bound. */
function takeReason(spool: string): string {
  try {
    return readFileSync(spool, "utf8").trim().slice(0, MAX_NOTES_CHARS);
  } catch {
    return "";
  } finally {
    rmSync(spool, { force: true });
  }
}

function writeTo(talk: Socket, bytes: Uint8Array, isOver: () => boolean): Promise<void> {
  if (isOver() || !talk.writable) return Promise.reject(gone());
  if (talk.writableLength + bytes.length > MAX_WAITING_BYTES)
    return Promise.reject(
      new ToolError("too_large", `More than ${MAX_WAITING_BYTES} bytes wait for the program.`),
    );
  return new Promise((resolve, reject) => {
    // While a caller waits for the program to read, the process goes on.
    talk.ref();
    talk.write(bytes, (error) => {
      talk.unref();
      if (error) reject(gone(error));
      else resolve();
    });
  });
}

function gone(cause?: unknown): ToolError {
  return new ToolError("unavailable", "The program that was spoken with has ended.", { cause });
}

function oneReader(talk: Socket): () => AsyncIterator<Uint8Array> {
  let taken = false;
  return () => {
    if (taken) throw new ToolError("conflict", "What a program says has one reader.");
    taken = true;
    return readPieces(talk);
  };
}

interface Tail {
  text(): string;
  /** Settles when no process can write here any more. */
  readonly ended: Promise<void>;
  end(): void;
}

/** Keeps the end of the notes. The part that is cut off at the front was masked before, so no half of a secret is left. */
function keepTail(notes: Socket, redactor: Redactor): Tail {
  const stream = redactor.stream();
  const decoder = new TextDecoder();
  let text = "";
  let open = true;
  const ended = Promise.withResolvers<void>();
  const take = (piece: string) => {
    text = (text + piece).slice(-MAX_NOTES_CHARS);
  };
  notes.on("error", () => {});
  notes.on("data", (bytes: Buffer) => {
    if (open) take(stream.push(decoder.decode(bytes, { stream: true })));
  });
  const end = () => {
    if (!open) return;
    open = false;
    take(stream.push(decoder.decode()));
    take(stream.end());
    notes.destroy();
    ended.resolve();
  };
  notes.once("end", end);
  notes.once("close", end);
  notes.unref();
  notes.resume();
  return { text: () => text, ended: ended.promise, end };
}
