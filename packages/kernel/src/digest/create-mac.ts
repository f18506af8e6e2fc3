/**
 * HMAC-SHA256 (RFC 2104) for whoever seals one short text after another. Node's own is set up anew for each text, which costs
 * more than the two hashes that it is. What depends on the key alone is made once here.
 */
import { hash } from "node:crypto";

/** The MAC of a text, in lower-case hex. */
export type Mac = (text: string) => string;

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const INNER = 0x36;
const OUTER = 0x5c;

/** Copies the key. */
export function createMac(key: Uint8Array): Mac {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(key.byteLength > BLOCK_BYTES ? hash("sha256", key, "buffer") : key);
  const inner = block.map((byte) => byte ^ INNER);
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);
  outer.set(block.map((byte) => byte ^ OUTER));
  return (text) => {
    outer.set(hash("sha256", Buffer.concat([inner, Buffer.from(text)]), "buffer"), BLOCK_BYTES);
    return hash("sha256", outer, "hex");
  };
}
