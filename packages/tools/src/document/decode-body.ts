/**
 * Decodes the bytes of a body, by the order browsers use: a byte order mark, the header, the declaration in the
 * document's first bytes. Without any of them, UTF-8 where the bytes are that, else a guess, else windows-1252. Bytes
 * that the chosen encoding cannot hold become the replacement character; a page is never refused for a wrong byte.
 */
import type { MediaType } from "./media-type.ts";

export interface DecodedBody {
  readonly text: string;
  readonly encoding: string;
}

/** Where a document may say its encoding. */
const DECLARED_BYTES = 4_096;
const GUESSED_BYTES = 65_536;
const LAST_RESORT = "windows-1252";

export async function decodeBody(
  bytes: Uint8Array,
  { charset, kind, type }: MediaType,
): Promise<DecodedBody> {
  const marked = readMark(bytes);
  if (marked !== null) return decodeAs(bytes, marked);
  const named =
    charset ?? readDeclared(bytes, { isHtml: kind === "html", isXml: /xml$/.test(type) });
  return named === null ? decodeUnnamed(bytes) : decodeAs(bytes, named);
}

function readMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

function readDeclared(
  bytes: Uint8Array,
  { isHtml, isXml }: { readonly isHtml: boolean; readonly isXml: boolean },
): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARED_BYTES));
  const xml =
    isXml || isHtml ? /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(start) : null;
  const meta = isHtml
    ? /<meta\s[^<>]*?charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(
        start.replace(/<!--[\s\S]*?-->/g, ""),
      )
    : null;
  const named = (meta ?? xml)?.[1]?.toLowerCase();
  if (named === undefined) return null;
  // A document that could be read so far is not in UTF-16, whatever it says.
  return /^utf-?16/.test(named) ? "utf-8" : named;
}

async function decodeAs(bytes: Uint8Array, label: string): Promise<DecodedBody> {
  const decoder = createDecoder(label);
  if (decoder !== null) return { text: decoder.decode(bytes), encoding: decoder.encoding };
  const { default: iconv } = await import("iconv-lite");
  if (iconv.encodingExists(label)) return { text: iconv.decode(bytes, label), encoding: label };
  return decodeUnnamed(bytes);
}

async function decodeUnnamed(bytes: Uint8Array): Promise<DecodedBody> {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    const encoding = (await guess(bytes)) ?? LAST_RESORT;
    return {
      text: (createDecoder(encoding) ?? new TextDecoder(LAST_RESORT)).decode(bytes),
      encoding,
    };
  }
}

function createDecoder(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

async function guess(bytes: Uint8Array): Promise<string | null> {
  const { analyse } = await import("chardet");
  const [best] = analyse(bytes.subarray(0, GUESSED_BYTES));
  // A short text fits several encodings of Latin letters; the web's own default is then the better guess.
  return best === undefined || best.confidence < 30 || /^(?:ISO-8859-1|ASCII)$/i.test(best.name)
    ? null
    : best.name.toLowerCase();
}
