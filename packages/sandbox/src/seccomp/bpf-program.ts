/** A classic BPF program over the data of one system call, written as the kernel reads it. */

/** One instruction: operation, jump when true, jump when false, constant. */
export type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, k: number];

const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_SET = 0x45;
const RETURN = 0x06;

/** Offsets in `struct seccomp_data`; arguments are 64 bits wide, low half first on both architectures. */
export const CALL_NUMBER = 0;
export const ARCHITECTURE = 4;
export function argumentLow(index: number): number {
  return 16 + index * 8;
}

export const ALLOW = 0x7fff0000;
export const KILL_PROCESS = 0x80000000;
export function failWith(errno: number): number {
  return 0x00050000 | errno;
}

export function load(offset: number): Instruction {
  return [LOAD_WORD, 0, 0, offset];
}

export function answer(action: number): Instruction {
  return [RETURN, 0, 0, action];
}

/** Goes on with the next instruction when equal, else skips `skip` of them. */
export function ifEqual(value: number, skip: number): Instruction {
  return [JUMP_IF_EQUAL, 0, skip, value];
}

/** Goes on with the next instruction when any of these bits is set, else skips `skip` of them. */
export function ifAnySet(bits: number, skip: number): Instruction {
  return [JUMP_IF_SET, 0, skip, bits];
}

/** The bytes of `struct sock_filter[]`. */
export function encodeProgram(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, whenTrue, whenFalse, k]] of program.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, whenTrue);
    view.setUint8(index * 8 + 3, whenFalse);
    view.setUint32(index * 8 + 4, k >>> 0, true);
  }
  return bytes;
}
