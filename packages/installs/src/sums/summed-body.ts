/** A file that passes with no sum to be held to: whoever waits for its own learns it once the whole of it has come. */
import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";

export function summedBody(body: Readable, tell: (sum: string) => void): Readable {
  const hash = createHash("sha512");
  const summed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      tell(`sha512:${hash.digest("hex")}`);
      done();
    },
  });
  pipeline(body, summed, () => {});
  return summed;
}
