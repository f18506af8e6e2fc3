/**
 * A response body, decompressed and bounded. Bytes are counted after decompression, and on the wire too: a stream that
 * expands to nothing would else be read for ever. What is past the bound is never produced: the connection is dropped there.
 */
import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline, Readable } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from "node:zlib";
import { ToolError } from "@toolplane/contract";

/** Bytes a compressed body may have beyond what it expands to: headers of the format, incompressible parts. */
const WIRE_SLACK = 65_536;
const MAX_ENCODINGS = 3;

/** The bytes that were read; `decoded` when a content encoding was taken off. */
export interface ReadBody {
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly decoded: boolean;
}

/** Reads at most `maxBytes`. Rejects when the connection breaks or the encoding is not what it says. */
export async function readBody(message: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const encodings = readEncodings(message.headers["content-encoding"]);
  const decoded = encodings.length > 0;
  const wire = meter(message, decoded ? maxBytes + WIRE_SLACK : Number.POSITIVE_INFINITY);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let truncated = false;
  try {
    const source = decoded ? await decode(wire.chunks, encodings) : wire.chunks;
    for await (const chunk of source) {
      chunks.push(chunk);
      bytes += chunk.length;
      truncated = bytes > maxBytes;
      if (truncated) break;
    }
  } catch (cause) {
    throw explain(message, cause);
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { body, truncated: truncated || wire.cut(), decoded };
}

/** The body as it comes, decompressed piece by piece; one that is not what its headers say rejects while it is read. */
export async function* decodedPieces(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  const encodings = readEncodings(message.headers["content-encoding"]);
  const { chunks } = meter(message, Number.POSITIVE_INFINITY);
  try {
    yield* encodings.length > 0 ? await decode(chunks, encodings) : chunks;
  } catch (cause) {
    throw explain(message, cause);
  }
}

/** True when `decodedPieces` takes an encoding off. */
export function isEncoded({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return readEncodings(headers["content-encoding"]).length > 0;
}

function meter(
  message: IncomingMessage,
  maxBytes: number,
): { readonly chunks: AsyncGenerator<Uint8Array>; cut(): boolean } {
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of message) {
      yield chunk;
      bytes += chunk.length;
      if (bytes > maxBytes) return;
    }
  }
  return { chunks: chunks(), cut: () => bytes > maxBytes };
}

// The first bytes decide how "deflate" is meant, so they are awaited before a decoder is made.
async function decode(
  wire: AsyncGenerator<Uint8Array>,
  encodings: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const first = await wire.next();
  if (first.done) return wire;
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* wire;
  }
  const [outer = "gzip", ...inner] = encodings.toReversed();
  const decoders = [
    createDecoder(outer, first.value[0]),
    ...inner.map((name) => createDecoder(name, undefined)),
  ];
  // Failures reach the reader through the last stream.
  pipeline([Readable.from(whole()), ...decoders], () => {});
  return decoders.at(-1) ?? wire;
}

// Servers send "deflate" with and without the zlib header; its first byte tells.
function createDecoder(encoding: string, firstByte: number | undefined): Duplex {
  if (encoding === "br")
    return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  // A compressed stream without its end gives what it held, as in browsers.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === "gzip") return createGunzip(lenient);
  const wrapped = firstByte === undefined || (firstByte & 0x0f) === 0x08;
  return wrapped ? createInflate(lenient) : createInflateRaw(lenient);
}

/** Encodings in the order they were applied; empty when one is unknown, and then the bytes stay as they are. */
function readEncodings(header: string | undefined): readonly string[] {
  const names = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim().replace(/^x-/, ""))
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MAX_ENCODINGS)
    throw new ToolError("failed", "The server compressed its answer too many times over");
  return names.every((name) => ["gzip", "deflate", "br"].includes(name)) ? names : [];
}

function explain(message: IncomingMessage, cause: unknown): ToolError {
  if (!message.complete)
    return new ToolError("unavailable", "The server broke off in the middle of its answer", {
      cause,
    });
  return new ToolError("failed", "The answer is not compressed the way its headers say", { cause });
}
