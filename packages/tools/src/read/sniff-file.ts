/** Recognises a file that is no text by its first bytes. */
import { ToolError } from "@toolplane/contract";
import { formatBytes } from "@toolplane/readings";
import { FILE_SIGNATURES, type FileSignature, type ImageType } from "./file-signatures.ts";

/** A kind of file that is not text. */
export interface FileKind {
  readonly name: string;
  /** The advice to a model. */
  readonly instead: string;
  readonly image?: ImageType;
}

/** The kind with a text that can be read all the same. */
export const PDF_KIND = "PDF document";

/** A binary file shows itself early. */
const SNIFFED_BYTES = 8_192;
const ANY_BINARY: FileKind = {
  name: "binary file",
  instead:
    "If it is text with stray NUL characters, read it with byte_offset=0; else use a program made for it.",
};

/** The kind, or null for what looks like text. */
export function sniffFile(head: Uint8Array): FileKind | null {
  const signature = FILE_SIGNATURES.find((one) => matches(head, one));
  if (signature !== undefined) return signature;
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !isWide && head.subarray(0, SNIFFED_BYTES).includes(0) ? ANY_BINARY : null;
}

/** The kind of picture that models can look at; null for anything else. */
export function pictureType(head: Uint8Array): ImageType | null {
  return sniffFile(head)?.image ?? null;
}

/** The error for a file that cannot be shown as text. */
export function refuseBinary(
  path: string,
  { kind, size }: { readonly kind: FileKind | null; readonly size: number },
): ToolError {
  const { name, instead } = kind ?? ANY_BINARY;
  const article = /^[AEIOU]/i.test(name) ? "an" : "a";
  return new ToolError(
    "invalid_input",
    `${path} is ${article} ${name} of ${formatBytes(size)}, not text. ${instead}`,
  );
}

function matches(head: Uint8Array, { parts }: FileSignature): boolean {
  return parts.every(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte));
}
