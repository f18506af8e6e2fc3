/**
 * Messages of a language server, cut out of what it says: a header with a length, then so many bytes. The server is a stranger:
 * a header without end or a message that is too long ends the conversation instead of filling memory.
 */
import { ToolError } from "@toolplane/contract";

const MAX_HEADER_BYTES = 4_096;
const MAX_MESSAGE_BYTES = 16_000_000;

/** The texts of the messages. Throws a ToolError when what it says is no conversation. */
export async function* readFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Buffer = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  let wanted = 0;
  for await (const piece of pieces) {
    waiting.push(Buffer.from(piece));
    if (held.length + sizeOf(waiting) < wanted) continue;
    held = Buffer.concat([held, ...waiting]);
    waiting = [];
    for (;;) {
      const header = headerOf(held);
      if (header === null) break;
      const end = header.begins + header.length;
      wanted = end;
      if (held.length < end) break;
      yield held.toString("utf8", header.begins, end);
      held = Buffer.from(held.subarray(end));
      wanted = 0;
    }
  }
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function headerOf(bytes: Buffer): { readonly begins: number; readonly length: number } | null {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf("\r\n\r\n");
  if (end < 0) {
    if (bytes.length >= MAX_HEADER_BYTES) throw broken("it does not speak the protocol");
    return null;
  }
  const found = /^content-length: *(\d{1,12}) *$/im.exec(bytes.toString("latin1", 0, end));
  if (!found) throw broken("it does not speak the protocol");
  const length = Number(found[1]);
  if (length > MAX_MESSAGE_BYTES) throw broken("one of its messages is too long");
  return { begins: end + 4, length };
}

function broken(what: string): ToolError {
  return new ToolError("unavailable", `The language server was ended: ${what}.`);
}
