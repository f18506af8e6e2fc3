/**
 * Text of a model, with the little of Markdown that models use: paragraphs, headings, lists, code. It becomes elements of this page
 * around foreign text; markup, links and pictures in it stay the text that they are.
 */
import type { ComponentChildren, VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";

/** A longer text is shown as it is. */
const MAX_READ = 50_000;

export function Markdown({ text }: { readonly text: string }): VNode {
  if (text.length > MAX_READ) return h("pre", { class: "md plain" }, foreign(text));
  return h("div", { class: "md" }, readBlocks(text.split("\n")).map(drawBlock));
}

type Block =
  | { readonly kind: "code"; readonly lines: readonly string[] }
  | { readonly kind: "head"; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: "text"; readonly lines: readonly string[] };

const FENCE = /^\s{0,3}(```|~~~)/;
const HEAD = /^#{1,6} /;
const POINT = /^\s{0,8}[-*+] /;
const NUMBER = /^\s{0,8}\d{1,6}[.)] /;

function readBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const from = at + 1;
    const mark = FENCE.exec(line)?.[1];
    if (line.trim() === "") at += 1;
    else if (mark !== undefined) {
      const end = lines.findIndex((one, index) => index > at && one.trim() === mark);
      at = end < 0 ? lines.length : end + 1;
      blocks.push({ kind: "code", lines: lines.slice(from, end < 0 ? lines.length : end) });
    } else if (HEAD.test(line)) {
      blocks.push({ kind: "head", text: line.replace(/^#+ /, "") });
      at += 1;
    } else {
      const kind = POINT.test(line) ? POINT : NUMBER.test(line) ? NUMBER : null;
      at += 1;
      while (at < lines.length && goesOn(lines[at] ?? "", kind)) at += 1;
      blocks.push(blockOf(lines.slice(from - 1, at), kind));
    }
  }
  return blocks;
}

function goesOn(line: string, kind: RegExp | null): boolean {
  if (line.trim() === "" || FENCE.test(line) || HEAD.test(line)) return false;
  return kind === null ? !POINT.test(line) && !NUMBER.test(line) : true;
}

function blockOf(lines: readonly string[], kind: RegExp | null): Block {
  if (kind === null) return { kind: "text", lines };
  const items: string[] = [];
  for (const line of lines)
    if (kind.test(line) || items.length === 0) items.push(line.replace(kind, ""));
    else items.push(`${items.pop()}\n${line.trim()}`);
  return { kind: "list", isOrdered: kind === NUMBER, items };
}

function drawBlock(block: Block, index: number): VNode {
  const key = { key: index };
  switch (block.kind) {
    case "code":
      return h(
        "pre",
        { ...key, class: "well scroll", tabIndex: 0 },
        foreign(block.lines.join("\n")),
      );
    case "head":
      return h("p", { ...key, class: "md-head" }, drawWords(block.text));
    case "list":
      return h(
        block.isOrdered ? "ol" : "ul",
        key,
        block.items.map((item, at) => h("li", { key: at }, drawWords(item))),
      );
    case "text":
      return h("p", key, drawWords(block.lines.join("\n")));
  }
}

/** Code in backticks and strong words; everything else as it is. */
function drawWords(text: string): ComponentChildren {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part, index) => {
    if (index % 2 === 0) return foreign(part);
    return part.startsWith("`")
      ? h("code", { key: index }, foreign(part.slice(1, -1)))
      : h("b", { key: index }, foreign(part.slice(2, -2)));
  });
}
