/** Lines of a text that stands for a file: the cells of a notebook, the pages of a PDF. Offsets count lines of this text. */
import { type ContentPart, output, type ToolOutput } from "@toolplane/contract";
import { readLines } from "./read-lines.ts";

/** What is shown, and which part of it. */
export interface RenderedText {
  readonly path: string;
  readonly text: string;
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  /** What to say beside it, and pictures that belong to it. */
  readonly beside: readonly ContentPart[];
}

/** A window of it, like that of a file. */
export async function readRendered(rendered: RenderedText): Promise<ToolOutput<string>> {
  const { path, text, offset, limit, beside } = rendered;
  const bytes = new TextEncoder().encode(text);
  const head = { bytes, offset: 0, size: bytes.length, modifiedMs: 0 };
  const read = () => Promise.resolve(head);
  const lines = await readLines({ read }, { path, head, offset, limit });
  const { data, content = [] } = typeof lines === "string" ? output(lines) : lines;
  return output(data, { content: [...content, ...beside] });
}
