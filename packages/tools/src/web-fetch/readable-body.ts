/**
 * Renders a response as text that is good to read: pages as Markdown, PDFs by page, JSON indented, text unchanged.
 * Parsers are loaded when the first body needs them, and large pages and all PDFs are read in a worker, so that a
 * hostile one costs a deadline and not the host.
 */
import { type Compute, type ContentPart, type NetResponse, ToolError } from "@toolplane/contract";
import { decodeBody } from "../document/decode-body.ts";
import { type MediaType, readMediaType } from "../document/media-type.ts";
import { type PdfText, pdfModule } from "../document/pdf-text.ts";
import { htmlModule } from "../html/html-module.ts";
import type { HtmlMarkdown } from "../html/html-to-markdown.ts";

export interface ReadableBody {
  readonly type: string;
  readonly text: string;
  readonly title?: string;
  readonly author?: string;
  /** Notes about what is missing. */
  readonly notes: readonly string[];
  readonly image?: ContentPart;
}

/** Smaller pages take less time than a message to a worker and back. */
const INLINE_CHARS = 100_000;
const MAX_PDF_PAGES = 1_000;
const MAX_PDF_CHARS = 2_000_000;
const MAX_IMAGE_BYTES = 3_000_000;
const SHOWN_IMAGES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

export async function readBody(response: NetResponse, compute: Compute): Promise<ReadableBody> {
  const { body, truncated, url } = response;
  const media = readMediaType(response.headers["content-type"], body);
  const notes = truncated
    ? [`The body was cut after ${body.length} bytes; the rest was not read.`]
    : [];
  if (media.kind === "pdf") return readPdf(response, compute);
  if (media.kind === "image") return readImage(media, body, notes);
  if (media.kind === "binary")
    return { type: media.type, text: describeBinary(media, body), notes };
  const { text } = await decodeBody(body, media);
  if (media.kind === "html")
    return { ...(await readHtml(text, url, compute)), type: media.type, notes };
  return { type: media.type, text: media.kind === "json" ? indentJson(text) : text, notes };
}

async function readHtml(
  html: string,
  url: string,
  compute: Compute,
): Promise<Pick<ReadableBody, "text" | "title" | "author">> {
  const input = { html, url };
  const page =
    html.length > INLINE_CHARS
      ? ((await compute(htmlModule(), input)) as HtmlMarkdown)
      : (await import("../html/html-to-markdown.ts")).htmlToMarkdown(input);
  return {
    text: page.markdown,
    ...(page.title === null ? {} : { title: page.title }),
    ...(page.author === null ? {} : { author: page.author }),
  };
}

async function readPdf({ body, truncated }: NetResponse, compute: Compute): Promise<ReadableBody> {
  if (truncated)
    throw new ToolError(
      "too_large",
      `The PDF is larger than ${body.length} bytes, and a part of one cannot be read.`,
    );
  const bounds = { maxPages: MAX_PDF_PAGES, maxChars: MAX_PDF_CHARS };
  const { pages, totalPages, nextPage } = (await compute(pdfModule(), {
    bytes: body,
    ...bounds,
  })) as PdfText;
  const notes = nextPage === null ? [] : [`Pages ${nextPage} to ${totalPages} were not read.`];
  if (pages.every(({ text }) => text === ""))
    notes.push("No page holds text; they may be pictures of text.");
  const text = pages.map(({ page, text }) => `--- page ${page} of ${totalPages} ---\n${text}`);
  return { type: "application/pdf", text: text.join("\n\n"), notes };
}

function readImage(media: MediaType, body: Uint8Array, notes: readonly string[]): ReadableBody {
  const { type } = media;
  const text = `A picture of ${body.length} bytes.`;
  if (!SHOWN_IMAGES.has(type) || body.length > MAX_IMAGE_BYTES || notes.length > 0)
    return { type, text: `${text} It cannot be shown here.`, notes };
  return { type, text, notes, image: { type: "image", data: toBase64(body), mime_type: type } };
}

function describeBinary({ type }: MediaType, body: Uint8Array): string {
  return `${body.length} bytes of ${type || "an unknown type"}: not a text, so there is nothing to show.`;
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const CHUNK = 32_768;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
