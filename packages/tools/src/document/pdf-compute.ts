import { type PdfInput, type PdfText, readPdfText } from "./pdf-text.ts";

/** The module behind `pdfModule`: what a worker runs. */
export function compute(input: PdfInput): Promise<PdfText> {
  return readPdfText(input);
}
