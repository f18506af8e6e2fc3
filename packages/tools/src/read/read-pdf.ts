/** The text of a PDF, read in a worker: a PDF is a program of sorts. Which pages to read is `pdf_read`'s business. */
import { type Compute, type FsReadDoor, ToolError, type ToolOutput } from "@toolplane/contract";
import { type PdfInput, type PdfText, pdfModule } from "../document/pdf-text.ts";
import { readRendered } from "./read-rendered.ts";

const MAX_PAGES = 200;
const MAX_CHARS = 2_000_000;
const PARSE_TIMEOUT_MS = 20_000;

export async function readPdf(
  fs: Pick<FsReadDoor, "read">,
  compute: Compute | undefined,
  request: {
    readonly path: string;
    readonly offset: number | undefined;
    readonly limit: number | undefined;
    readonly maxBytes?: number;
  },
): Promise<ToolOutput<string>> {
  const { path } = request;
  if (compute === undefined)
    throw new ToolError(
      "unavailable",
      `${path} is a PDF document, and nothing here can read its text.`,
    );
  const { bytes } = await fs.read(path);
  const input: PdfInput = { bytes, maxPages: MAX_PAGES, maxChars: MAX_CHARS };
  const timeoutMs = PARSE_TIMEOUT_MS;
  const { totalPages, pages, nextPage } = (await compute(pdfModule(), input, {
    timeoutMs,
  })) as PdfText;
  const text = pages.map(({ page, text: words }) => `--- page ${page} ---\n${words}`).join("\n\n");
  const silent = pages.every(({ text: words }) => words === "");
  const notes = [
    `The text of a PDF of ${totalPages} ${totalPages === 1 ? "page" : "pages"}.`,
    ...(silent ? ["It holds no text; its pages may be pictures of text."] : []),
    ...(nextPage === null
      ? []
      : [`Pages from ${nextPage} on are left out here: the tool pdf_read takes page numbers.`]),
  ];
  return readRendered({
    ...request,
    text: text === "" ? "(no pages)" : text,
    beside: [{ type: "text", text: `[${notes.join(" ")}]` }],
  });
}
