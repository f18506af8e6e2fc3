/** The text of a PDF in the workspace, page by page. Reading happens in a worker: a PDF is a program of sorts. */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { type PdfInput, type PdfText, pdfModule } from "../document/pdf-text.ts";
import { answerRoom } from "../text/answer-room.ts";
import { readPageRanges } from "./read-page-ranges.ts";

export interface PdfReadArguments {
  readonly path: string;
  readonly pages?: string;
}

const MAX_PAGES = 500;
const MAX_CHARS = 1_000_000;
const PARSE_TIMEOUT_MS = 45_000;
const TIMEOUT_MS = 60_000;
/** A little less than what a result of any tool may hold. */
const MAX_ANSWER_BYTES = 198_000;

/** The tool `pdf_read`. Its data is text: each page behind a line that numbers it. */
export const pdfReadTool: Tool<PdfReadArguments, string> = defineTool({
  id: "pdf_read",
  label: "Read PDF",
  description: [
    "Returns the text of a PDF file, each page behind a line that numbers it.",
    'pages chooses some of them, such as "3" or "1-5,9". Pages that are pictures of text have no text.',
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "The file, relative to the workspace." },
      pages: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        description: 'Pages, counted from 1: "3", "1-5", "1-5,9". Default: all.',
      },
    },
    required: ["path"],
    additionalProperties: false,
  },
  requires: {
    fs: { read: ["/**"] },
    capabilities: ["compute"],
  },
  resources: { path: "fs.read" },
  mode: "read",
  kind: "read",
  repeatable: true,
  limits: { timeoutMs: TIMEOUT_MS },
  execute: async ({ path, pages }, { fs, compute, call }) => {
    const ranges = pages === undefined ? undefined : readPageRanges(pages);
    const { bytes } = await fs.read(path);
    const input: PdfInput = {
      bytes,
      maxPages: MAX_PAGES,
      maxChars: MAX_CHARS,
      ...(ranges === undefined ? {} : { ranges }),
    };
    const timeoutMs = PARSE_TIMEOUT_MS;
    const read = (await compute(pdfModule(), input, { timeoutMs })) as PdfText;
    const fitting = holdPages(read, answerRoom(call.maxResultBytes, MAX_ANSWER_BYTES));
    return output(describePages(path, fitting), { details: { totalPages: read.totalPages } });
  },
});

/** As many whole pages as one answer holds, at least one: the others are the next answer, and nothing is cut away unseen. */
function holdPages(read: PdfText, maxBytes: number): PdfText {
  let bytes = 0;
  const past = read.pages.findIndex(({ page, text }, index) => {
    bytes += new TextEncoder().encode(pageText(page, text)).length;
    return index > 0 && bytes > maxBytes;
  });
  if (past < 0) return read;
  return { ...read, pages: read.pages.slice(0, past), nextPage: read.pages[past]?.page ?? null };
}

function pageText(page: number, text: string): string {
  return `\n--- page ${page} ---\n${text}`;
}

function describePages(path: string, { totalPages, pages, nextPage }: PdfText): string {
  const count = `${totalPages} ${totalPages === 1 ? "page" : "pages"}`;
  if (pages.length === 0) return `${path} has ${count}; none of those that were asked for exist.`;
  const isSilent = pages.every(({ text }) => text === "");
  return [
    `${path}: ${count}.`,
    ...(isSilent ? ["None of these pages holds text; they may be pictures of text."] : []),
    ...(nextPage === null ? [] : [`Not all fit; read on with pages "${nextPage}-${totalPages}".`]),
    ...pages.map(({ page, text }) => pageText(page, text)),
  ].join("\n");
}
