/** Bounds each event of a stream without end: one that never ends would be kept whole by its reader. */
import { TransportError } from "../../wire/transport-error.ts";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Passes the pieces on; fails when the bytes since the last empty line pass the bound. */
export async function* boundEvents(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onTooLong?: () => void,
): AsyncIterable<Uint8Array> {
  let held = 0;
  let isLineEmpty = true;
  for await (const piece of body) {
    for (const byte of piece) {
      if (byte !== LINE_FEED && byte !== RETURN) {
        isLineEmpty = false;
        held += 1;
        if (held > maxBytes) {
          onTooLong?.();
          throw new TransportError(`An event is longer than ${maxBytes} bytes.`);
        }
        continue;
      }
      if (byte === LINE_FEED && isLineEmpty) held = 0;
      if (byte === LINE_FEED) isLineEmpty = true;
    }
    yield piece;
  }
}
