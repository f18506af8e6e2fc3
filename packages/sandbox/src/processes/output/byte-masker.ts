/**
 * Masks output that is too large to be decoded. Windows of bytes in which the redactor's quick look suspects nothing pass as
 * they are, broken characters included; from one that is suspect on, the text is decoded and redacted, until nothing
 * that began there can go on. The outcome is that of redacting all of it. Without a quick look everything is redacted.
 *
 * Bytes are put into `room()` and handed in with `take(count)`, so that a gigabyte costs one buffer.
 */
import type { RedactionStream, Redactor } from "@toolplane/contract/ports";

/** The receiver of the masked bytes. Bytes are only lent. */
export interface MaskedSink {
  pass(bytes: Uint8Array): void;
  write(text: string): void;
}

export interface ByteMasker {
  /** The room for the next bytes: never empty. */
  room(): Uint8Array;
  take(count: number): void;
  end(): void;
  /** True once something was masked; what is masked later is not looked at any more. */
  readonly dirty: boolean;
}

/** Small enough to stay in the processor's cache between reading and looking. */
const PIECE_BYTES = 256 * 1_024;
const WINDOW_BYTES = 32 * 1_024;
/** Before a window, for borders of words: more characters than any redactor looks back. */
const CONTEXT_BYTES = 64;

export function createByteMasker(options: {
  readonly redactor: Redactor;
  readonly sink: MaskedSink;
  /** Bytes that are looked at together. */
  readonly windowBytes?: number;
}): ByteMasker {
  const { redactor, sink, windowBytes = WINDOW_BYTES } = options;
  const overlap = redactor.quick?.overlap ?? 0;
  const reach = redactor.quick?.reach ?? 0;
  const carried = CONTEXT_BYTES + overlap + MAX_CHARACTER_BYTES;
  const buffer = Buffer.allocUnsafe(carried + PIECE_BYTES);
  let filled = 0;
  /** Bytes before this in the buffer have left. */
  let left = 0;
  let exact = redactor.quick === undefined ? createExact(redactor.stream(), sink) : null;
  /** Bytes without suspicion since the last suspicion. */
  let calm = 0;
  let dirty = false;

  /** Looks from `fresh` on, and at what must be seen together with it. */
  function isSuspect(fresh: number, end: number): boolean {
    return redactor.quick?.suspects(buffer.subarray(Math.max(0, fresh - overlap), end)) ?? true;
  }
  function advance(
    fresh: number,
    { end, suspect }: { readonly end: number; readonly suspect: boolean },
  ): void {
    calm = suspect ? 0 : calm + end - fresh;
    const kept = characterStart(buffer, Math.max(left, end - overlap), left);
    if (exact === null && suspect) {
      const before = buffer.toString("utf8", Math.max(0, left - CONTEXT_BYTES), left);
      exact = createExact(redactor.stream(before), sink);
    }
    if (exact === null) {
      if (kept > left) sink.pass(buffer.subarray(left, kept));
      left = kept;
    } else if (calm > reach + overlap && end - overlap > left) {
      exact.push(buffer.subarray(left, kept));
      dirty = exact.end() || dirty;
      exact = null;
      left = kept;
    } else {
      exact.push(buffer.subarray(left, end));
      dirty = exact.changed() || dirty;
      left = end;
    }
  }
  function makeRoom(): void {
    const from = Math.max(0, Math.min(left - CONTEXT_BYTES, filled - overlap));
    buffer.copyWithin(0, from, filled);
    filled -= from;
    left -= from;
  }
  return {
    get dirty() {
      return dirty;
    },
    room() {
      if (filled + MIN_ROOM_BYTES > buffer.length) makeRoom();
      return buffer.subarray(filled);
    },
    take(count) {
      const until = filled + count;
      // Nearly always all of it is clean; only when it is not, the place is looked for.
      const clean = exact === null && !isSuspect(filled, until);
      const step = clean ? count : windowBytes;
      while (filled < until) {
        const fresh = filled;
        filled = Math.min(until, fresh + step);
        advance(fresh, { end: filled, suspect: !clean && isSuspect(fresh, filled) });
      }
    },
    end() {
      if (exact === null) sink.pass(buffer.subarray(left, filled));
      else dirty = exact.end() || dirty;
      left = filled;
    },
  };
}

const MIN_ROOM_BYTES = 64 * 1_024;
const MAX_CHARACTER_BYTES = 4;

/** The start of the character at `at`, so that no half of one is decoded; not before `least`. */
function characterStart(buffer: Uint8Array, at: number, least: number): number {
  let start = at;
  while (start > least && start > at - MAX_CHARACTER_BYTES && isContinuation(buffer[start]))
    start -= 1;
  return isContinuation(buffer[start]) ? at : start;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Decoding and redaction, with an eye on whether they change anything. */
interface Exact {
  push(bytes: Uint8Array): void;
  /** True once what came out differs from what went in. */
  changed(): boolean;
  /** Writes what was held back; true when anything was changed. */
  end(): boolean;
}

function createExact(stream: RedactionStream, sink: MaskedSink): Exact {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let ahead = "";
  let changed = false;
  function write(piece: string): void {
    if (!changed) {
      changed = !ahead.startsWith(piece);
      ahead = changed ? "" : ahead.slice(piece.length);
    }
    if (piece !== "") sink.write(piece);
  }
  function push(text: string): void {
    if (!changed) ahead += text;
    write(stream.push(text));
  }
  return {
    push: (bytes) => push(decoder.decode(bytes, { stream: true })),
    changed: () => changed,
    end() {
      push(decoder.decode());
      write(stream.end());
      return changed || ahead !== "";
    },
  };
}
