/**
 * Hands a file on while its sum is made. The last piece is held back until the sum is known: a file that is another one ends
 * before its end, so that no client takes it for whole.
 */
import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import type { ToolError } from "@toolplane/contract";

/** No package file is as large. */
const MAX_BYTES = 2 * 1_024 * 1_024 * 1_024;

/** `sums` are of one file; any of them will do. `wrong` says what is thrown otherwise. */
export function checkedBody(
  body: Readable,
  sums: readonly string[],
  wrong: () => ToolError,
): Readable {
  const hashes = [...new Set(sums.map((sum) => sum.slice(0, sum.indexOf(":"))))].map((name) => ({
    name,
    hash: createHash(name),
  }));
  let held: Buffer | null = null;
  let length = 0;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length > MAX_BYTES) return done(wrong());
      for (const { hash } of hashes) hash.update(chunk);
      const before = held;
      held = chunk;
      done(null, before);
    },
    flush(done) {
      const isNamed = hashes.some(({ name, hash }) =>
        sums.includes(`${name}:${hash.digest("hex")}`),
      );
      if (isNamed) done(null, held);
      else done(wrong());
    },
  });
  pipeline(body, checked, () => {});
  return checked;
}
