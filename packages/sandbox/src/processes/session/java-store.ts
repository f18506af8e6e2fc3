/**
 * Trusted certificates as a Java key store (JKS): the form that every Java reads as its own list of whom to trust, without being told
 * its form or a password.
 */
import { createHash, X509Certificate } from "node:crypto";

const MAGIC = 0xfeedfeed;
const VERSION = 2;
const TRUSTED_CERTIFICATE = 2;
/** Java's own; nothing is secret here, and it opens the list without it too. */
const PASSWORD = "changeit";
const SALT = "Mighty Aphrodite";

/** `certificates` in PEM. */
export function javaStore(certificates: readonly string[], nowMs: number): Buffer {
  const entries = certificates.flatMap((pem, at) => [
    number32(TRUSTED_CERTIFICATE),
    shortText(`toolplane-${at}`),
    number64(nowMs),
    shortText("X.509"),
    longBytes(new X509Certificate(pem).raw),
  ]);
  const head = [MAGIC, VERSION, certificates.length].map(number32);
  const content = Buffer.concat([...head, ...entries]);
  const sum = createHash("sha1")
    .update(Buffer.from(PASSWORD, "utf16le").swap16())
    .update(SALT)
    .update(content)
    .digest();
  return Buffer.concat([content, sum]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function number64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function longBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([number32(bytes.length), bytes]);
}
