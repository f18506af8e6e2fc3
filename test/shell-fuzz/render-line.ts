/** A tree as the text that bash is given. The analyzer is given the same text, so nothing is changed after this. */
import type { HereDocument, Nested, Tree, Writing } from "./line-tree.ts";

interface Page {
  text: string;
  pending: HereDocument[];
}

/** Writes the line. Open here-documents are closed at the end of their own program. */
export function renderLine(tree: Tree): string {
  return renderProgram(tree).replace(/\n+$/u, "");
}

function renderProgram(tree: Tree): string {
  const page: Page = { text: "", pending: [] };
  write(tree, page);
  if (page.pending.length > 0) breakLine(page);
  return page.text;
}

function write(tree: Tree, page: Page): void {
  if (typeof tree === "string") page.text += tree;
  else if (tree.kind === "newline") breakLine(page);
  else if (tree.kind === "branch") for (const part of tree.parts) write(part, page);
  else if (tree.kind === "nested") page.text += writeNested(tree);
  else {
    page.text += tree.operator;
    page.pending.push(tree);
  }
}

/** Ends the line and lays down the bodies that wait for it, first come first. */
function breakLine(page: Page): void {
  const waiting = page.pending;
  page.pending = [];
  page.text += "\n";
  for (const { body, end } of waiting) {
    page.text += `${renderProgram(body)}\n`;
    if (end !== null) page.text += `${end}\n`;
  }
}

function writeNested({ open, close, writing, body }: Nested): string {
  return open + ESCAPES[writing](renderProgram(body)) + close;
}

const ESCAPES: Readonly<Record<Writing, (text: string) => string>> = {
  plain: (text) => text,
  backquotes: (text) => text.replace(/[\\`]/g, "\\$&"),
  single: (text) => text.replaceAll("'", "'\\''"),
  double: (text) => text.replace(/[\\"$`]/g, "\\$&"),
  document: (text) => text.replace(/[\\$`]/g, "\\$&"),
  ansi: (text) => text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n"),
};
