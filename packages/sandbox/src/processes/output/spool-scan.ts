/**
 * Looks through a spool while its command still writes it, so that when it ends it is known whether the file can be kept as
 * it is. Other work goes on between steps.
 *
 * A command can cut its own output short and begin again (`> /dev/stdout` does). What was looked at then is not what is
 * there: a few bytes of every piece are remembered and compared at the end, and when they differ all is looked at again.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Redactor } from "@toolplane/contract/ports";
import { type ByteMasker, createByteMasker } from "./byte-masker.ts";

export interface SpoolScan {
  /** Looks at what is there by now; resolves to whether there was anything. */
  advance(): Promise<boolean>;
  /** Nothing more is written: true when masking would change nothing. */
  isClean(): Promise<boolean>;
  close(): void;
}

/** Between two of these other work has its turn. */
const STEP_BYTES = 1_024 * 1_024;
const SAMPLE_BYTES = 64;
const NO_SINK = { pass() {}, write() {} };

/** Starts at the beginning. The file must exist. */
export function createSpoolScan(file: string, redactor: Redactor): SpoolScan {
  const descriptor = openSync(file, "r");
  let masker: ByteMasker = createByteMasker({ redactor, sink: NO_SINK });
  let samples: Sample[] = [];
  let position = 0;
  let open = true;
  let running: Promise<boolean> | null = null;

  /** False when there was nothing left to read. */
  function step(): boolean {
    const until = position + STEP_BYTES;
    while (position < until && !masker.dirty) {
      const room = masker.room();
      const count = readSync(descriptor, room, 0, room.length, position);
      if (count === 0) return false;
      const from = Math.max(0, count - SAMPLE_BYTES);
      samples.push({ position: position + from, bytes: Buffer.from(room.subarray(from, count)) });
      position += count;
      masker.take(count);
    }
    return !masker.dirty;
  }
  async function toEnd(): Promise<boolean> {
    const from = position;
    while (open && step()) await new Promise((resolve) => setImmediate(resolve));
    return position > from;
  }
  function advance(): Promise<boolean> {
    running ??= toEnd().finally(() => {
      running = null;
    });
    return running;
  }
  return {
    advance,
    async isClean() {
      await advance();
      await advance();
      if (!isAsSeen(descriptor, position, samples)) {
        masker = createByteMasker({ redactor, sink: NO_SINK });
        samples = [];
        position = 0;
        await advance();
      }
      masker.end();
      return !masker.dirty;
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

interface Sample {
  readonly position: number;
  readonly bytes: Buffer;
}

function isAsSeen(descriptor: number, position: number, samples: readonly Sample[]): boolean {
  if (fstatSync(descriptor).size < position) return false;
  const now = Buffer.alloc(SAMPLE_BYTES);
  return samples.every((sample) => {
    const { length } = sample.bytes;
    readSync(descriptor, now, 0, length, sample.position);
    return now.subarray(0, length).equals(sample.bytes);
  });
}
