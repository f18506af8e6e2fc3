/** Bytes as base64, without a module of any platform. */

/** A multiple of three, so that pieces join without padding; few enough to be arguments of one call. */
const PIECE = 24_576;

/** The text. */
export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces.join("");
}
