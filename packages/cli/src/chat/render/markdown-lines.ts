/**
 * Renders a model's Markdown as lines of a terminal: headings, lists, quotes, tables and code. The text is escaped before it is read, so no
 * sign in it speaks to the terminal; only our own styles are added, word by word, so that a line can break between any two.
 */
import { escapeLines } from "@toolplane/readings";
import { lexer, type Token, type Tokens } from "marked";
import type { Paint, Style } from "../../terminal/paint.ts";
import { textWidth } from "../../terminal/text/text-width.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";
import { highlightCode } from "./highlight-code.ts";

export interface MarkdownView {
  readonly paint: Paint;
  readonly width: number;
}

/** Longer text is shown as it is: reading it would cost more than it gives. */
const MOST_READ = 50_000;

/** The lines, with one empty line between two blocks and none around them. */
export function markdownLines(text: string, view: MarkdownView): readonly string[] {
  const escaped = escapeLines(text).replaceAll("\t", "  ").trim();
  if (escaped.length > MOST_READ) return wrapText(escaped, view.width);
  return blocks(lexer(escaped), view);
}

function blocks(tokens: readonly Token[], view: MarkdownView): readonly string[] {
  return tokens
    .filter(({ type }) => type !== "space" && type !== "def")
    .flatMap((token, index) => (index === 0 ? block(token, view) : ["", ...block(token, view)]));
}

function block(token: Token, view: MarkdownView): readonly string[] {
  const { paint, width } = view;
  switch (token.type) {
    case "heading":
      return wrapText(styled("bold", inline(childrenOf(token), paint), paint), width);
    case "code":
      return codeLines(token.text as string, { ...view, language: (token.lang as string) ?? "" });
    case "list":
      return list(token as Tokens.List, view);
    case "blockquote":
      return blocks(childrenOf(token), { paint, width: width - 2 }).map((line) =>
        `${paint.style("dim", paint.isAscii ? "|" : "│")} ${line}`.trimEnd(),
      );
    case "table":
      return table(token as Tokens.Table, view);
    case "hr":
      return [paint.style("dim", (paint.isAscii ? "-" : "─").repeat(Math.min(width, 20)))];
    default:
      return wrapText(inlineOf(token, paint), width);
  }
}

function list({ items, ordered, start }: Tokens.List, view: MarkdownView): readonly string[] {
  return items.flatMap((item, index) => {
    const mark = ordered ? `${Number(start) + index}. ` : "- ";
    const box = item.task ? (item.checked ? "[x] " : "[ ] ") : "";
    const inner = { ...view, width: Math.max(10, view.width - mark.length) };
    const children = item.tokens.filter(({ type }) => type !== "space" && type !== "checkbox");
    const lines = children.flatMap((child) => block(child, inner));
    const [first = "", ...more] = lines;
    return [`${mark}${box}${first}`, ...more.map((line) => `${" ".repeat(mark.length)}${line}`)];
  });
}

/** As columns where they fit, and else each row as its own lines. */
function table({ header, rows }: Tokens.Table, view: MarkdownView): readonly string[] {
  const { paint, width } = view;
  const texts = [header, ...rows].map((row) => row.map(({ tokens }) => inline(tokens, paint)));
  const widths = header.map((_, column) =>
    Math.max(...texts.map((row) => textWidth(row[column] ?? ""))),
  );
  const total = widths.reduce((sum, one) => sum + one + 2, 0);
  if (total > width)
    return texts
      .slice(1)
      .flatMap((row) =>
        row.flatMap((cell, column) =>
          indentText(`${texts[0]?.[column] ?? ""}: ${cell}`, column === 0 ? "- " : "  ", width),
        ),
      );
  return texts.map((row, index) => {
    const line = row
      .map((cell, column) => `${cell}${" ".repeat((widths[column] ?? 0) - textWidth(cell) + 2)}`)
      .join("")
      .trimEnd();
    return index === 0 ? styled("bold", line, paint) : line;
  });
}

function childrenOf(token: Token): readonly Token[] {
  return ("tokens" in token ? token.tokens : undefined) ?? [];
}

function inlineOf(token: Token, paint: Paint): string {
  const children = childrenOf(token);
  return children.length > 0 ? inline(children, paint) : inline([token], paint);
}

function inline(tokens: readonly Token[], paint: Paint): string {
  return tokens.map((token) => inlineToken(token, paint)).join("");
}

function inlineToken(token: Token, paint: Paint): string {
  const text = (): string => inline(childrenOf(token), paint);
  switch (token.type) {
    case "strong":
      return styled("bold", text(), paint);
    case "codespan":
      return styled("accent", token.text as string, paint);
    case "br":
      return "\n";
    case "link":
      return linkText(token as Tokens.Link, text());
    case "image":
      return `${(token as Tokens.Image).text} (${(token as Tokens.Image).href})`;
    case "em":
    case "del":
      return text();
    default:
      return childrenOf(token).length > 0 ? text() : asText(token);
  }
}

/** A link says where it leads: what is shown must not hide it. */
function linkText({ href }: Tokens.Link, text: string): string {
  return text === href || `mailto:${text}` === href ? text : `${text} (${href})`;
}

function asText(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

/** Each word by itself, so that a line can be broken between any two and keeps its style. */
function styled(style: Style, text: string, paint: Paint): string {
  return text
    .split(" ")
    .map((word) => (word === "" ? "" : paint.style(style, word)))
    .join(" ");
}

const MARGIN = "    ";

/**
 * Code as lines of a terminal, with the words of its language told apart where that language is known. Takes text that was
 * escaped already. A line that does not fit goes on below, with a mark in the margin: it is not one that was written so.
 */
function codeLines(
  code: string,
  {
    paint,
    width,
    language,
  }: { readonly paint: Paint; readonly width: number; readonly language: string },
): readonly string[] {
  const room = Math.max(10, width - MARGIN.length);
  const goesOn = `  ${paint.style("dim", paint.isAscii ? "\\" : "↩")} `;
  const lines = code.split("\n");
  const coloured = lines.every((line) => line.length <= room)
    ? highlightCode(code, language, paint)
    : null;
  if (coloured !== null) return coloured.map((line) => `${MARGIN}${line}`);
  return lines.flatMap((line) => {
    const lead = line.slice(0, line.length - line.trimStart().length).slice(0, room / 2);
    return wrapText(line.trimStart(), room - lead.length).map(
      (part, index) => `${index === 0 ? MARGIN : goesOn}${lead}${part}`,
    );
  });
}
