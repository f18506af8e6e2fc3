/**
 * Gzip of one text repeated to any size, in pieces. After a full flush the compressor knows nothing of what came before, so
 * every block of a repeated text compresses to the same bytes: a gibibyte costs its checksum and no more.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";

const BLOCK_BYTES = 1_048_576;
const HEADER: Uint8Array = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** An empty last block. */
const END: Uint8Array = Uint8Array.from([3, 0]);

/** The bytes, piece by piece. */
export function* gzipOfRepeated(content: {
  readonly fill: string;
  readonly bytes: number;
}): Generator<Uint8Array> {
  const block = Buffer.alloc(BLOCK_BYTES, content.fill);
  const packed = pack(block);
  let checksum = 0;
  yield HEADER;
  for (let left = content.bytes; left > 0; left -= block.length) {
    const plain = left < block.length ? block.subarray(0, left) : block;
    checksum = crc32(plain, checksum);
    yield plain === block ? packed : pack(plain);
  }
  yield END;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(content.bytes % 2 ** 32, 4);
  yield trailer;
}

function pack(block: Uint8Array): Uint8Array {
  return deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
}
