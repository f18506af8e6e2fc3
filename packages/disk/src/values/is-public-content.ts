/**
 * Tells content that is open to everybody from content that may not be: certificates, as PEM or DER, with public keys among them, and
 * nothing else but what says whose they are. Anything that is not known to be so counts as private.
 */
import { createPublicKey, X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([A-Za-z0-9+/=\s]*?)-----END \1-----/g;
const CERTIFICATE = /^(?:TRUSTED |X509 )?CERTIFICATE$/;
const KEY = "PUBLIC KEY";
/** Names and digests that programs write beside a certificate. */
const ABOUT =
  /^(?:#?[ \t]*|Bag Attributes|[ \t]+(?:localKeyID|friendlyName): .*|(?:# )?(?:subject|issuer) ?=.*|# (?:Issuer|Subject|Label|Serial|(?:MD5|SHA1|SHA256) Fingerprint): .*)$/i;
const MAX_ABOUT = 300;

export function isPublicContent(bytes: Buffer): boolean {
  if (bytes[0] === 0x30) return isCertificate(bytes);
  const text = bytes.toString("latin1");
  if (!text.includes("-----BEGIN ")) return false;
  let blocks = 0;
  let isOpen = true;
  const rest = text.replace(BLOCK, (block: string, kind: string, body: string) => {
    blocks += 1;
    isOpen &&= CERTIFICATE.test(kind) ? isCertificate(block) : kind === KEY && isPublicKey(body);
    return "";
  });
  if (!isOpen || blocks === 0) return false;
  return rest.split(/\r?\n/).every((line) => line.length <= MAX_ABOUT && ABOUT.test(line));
}

function isCertificate(content: Buffer | string): boolean {
  try {
    const { raw } = new X509Certificate(content);
    // What follows it in the same file or block would be nobody knows what.
    const given = typeof content === "string" ? decoded(content) : content;
    return raw.length === given.length;
  } catch {
    return false;
  }
}

function decoded(block: string): Buffer {
  return Buffer.from(block.replace(/-----[^-]*-----/g, ""), "base64");
}

/** A key that can be read, with nothing after it. */
function isPublicKey(body: string): boolean {
  const bytes = Buffer.from(body, "base64");
  try {
    const key = createPublicKey({ key: bytes, format: "der", type: "spki" });
    return key.export({ format: "der", type: "spki" }).length === bytes.length;
  } catch {
    return false;
  }
}
