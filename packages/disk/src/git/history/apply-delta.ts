/** Builds an object of a pack from its base and what differs from it; null where the two do not fit together. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer | null {
  const reading = { at: 0 };
  const baseSize = readSize(delta, reading);
  const size = readSize(delta, reading);
  if (baseSize !== base.length || size > MAX_BYTES) return null;
  const made = Buffer.alloc(size);
  let filled = 0;
  while (reading.at < delta.length) {
    const opcode = delta[reading.at++] as number;
    const part =
      (opcode & 0x80) === 0
        ? inserted(delta, reading, opcode)
        : copied(base, delta, reading, opcode);
    if (part === null || filled + part.length > size) return null;
    part.copy(made, filled);
    filled += part.length;
  }
  return filled === size ? made : null;
}

const MAX_BYTES = 64 * 1024 * 1024;

interface Reading {
  at: number;
}

function readSize(bytes: Buffer, reading: Reading): number {
  let size = 0;
  let scale = 1;
  for (let byte = 0x80; (byte & 0x80) !== 0; scale *= 128) {
    byte = bytes[reading.at++] ?? 0;
    size += (byte & 0x7f) * scale;
  }
  return size;
}

function inserted(delta: Buffer, reading: Reading, length: number): Buffer | null {
  const from = reading.at;
  reading.at += length;
  return length === 0 || reading.at > delta.length ? null : delta.subarray(from, reading.at);
}

function copied(base: Buffer, delta: Buffer, reading: Reading, opcode: number): Buffer | null {
  const number = (bits: readonly number[]): number => {
    let value = 0;
    bits.forEach((bit, index) => {
      if ((opcode & bit) !== 0) value += (delta[reading.at++] ?? 0) * 256 ** index;
    });
    return value;
  };
  const from = number([0x01, 0x02, 0x04, 0x08]);
  const length = number([0x10, 0x20, 0x40]) || 0x10000;
  return from + length > base.length ? null : base.subarray(from, from + length);
}
