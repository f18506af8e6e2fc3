/** The text of a PDF, page by page, as far as its bounds go. Runs in a worker: see `pdf-compute.ts`. */
import { ToolError } from "@toolplane/contract";
import { computeModule } from "./compute-module.ts";

/** The part of a document to read. Pages count from 1. */
export interface PdfInput {
  readonly bytes: Uint8Array;
  /** Ranges of pages, in order; all pages without it. */
  readonly ranges?: readonly { readonly from: number; readonly to: number }[];
  readonly maxPages: number;
  readonly maxChars: number;
}

export interface PdfText {
  readonly totalPages: number;
  readonly pages: readonly { readonly page: number; readonly text: string }[];
  /** The first page that was asked for and is not here because of a bound. */
  readonly nextPage: number | null;
}

/** Names the module that reads PDFs, for `runtime.compute`. */
export function pdfModule(): string {
  return computeModule("pdf-compute", import.meta.url);
}

/** Reads a document. Encrypted and broken ones are ToolErrors that say so. */
export async function readPdfText(input: PdfInput): Promise<PdfText> {
  const { getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(input.bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  }).catch((cause: unknown) => {
    throw explain(cause);
  });
  try {
    return await readPages(document, input);
  } catch (cause) {
    throw explain(cause);
  } finally {
    await document.loadingTask.destroy();
  }
}

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
  cleanup(): unknown;
}

interface PdfDocument {
  readonly numPages: number;
  getPage(page: number): Promise<PdfPage>;
}

async function readPages(document: PdfDocument, input: PdfInput): Promise<PdfText> {
  const totalPages = document.numPages;
  const ranges = input.ranges ?? [{ from: 1, to: totalPages }];
  const pages: { page: number; text: string }[] = [];
  let chars = 0;
  for (const { from, to } of ranges) {
    for (let number = from; number <= Math.min(to, totalPages); number += 1) {
      if (pages.length >= input.maxPages || chars >= input.maxChars)
        return { totalPages, pages, nextPage: number };
      const page = await document.getPage(number);
      const text = joinItems((await page.getTextContent()).items).slice(0, input.maxChars - chars);
      page.cleanup();
      pages.push({ page: number, text });
      chars += text.length;
    }
  }
  return { totalPages, pages, nextPage: null };
}

function joinItems(items: readonly object[]): string {
  let text = "";
  for (const item of items) {
    if (!("str" in item)) continue;
    text += String(item.str);
    if ("hasEOL" in item && item.hasEOL === true) text += "\n";
  }
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

function explain(cause: unknown): ToolError {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "PasswordException")
    return new ToolError(
      "failed",
      "The PDF is encrypted and needs a password, so its text cannot be read.",
      { cause },
    );
  return new ToolError(
    "failed",
    "The PDF is damaged or no PDF at all, so its text cannot be read.",
    { cause },
  );
}
