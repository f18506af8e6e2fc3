export interface MarkdownLink {
  readonly target: string;
  readonly line: number;
}

/** A fenced block that claims to be a copy of a file: `<!-- example: PATH -->` is directly above it. */
export interface ExampleBlock {
  readonly path: string;
  readonly line: number;
  /** Undefined when no fence follows the comment. */
  readonly code: string | undefined;
}

const EXAMPLE = /^<!-- example: (\S+) -->$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const INLINE_LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;
const DEFINITION = /^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)/;

/** Links of a page, in text only: code, fenced or inline, holds none. */
export function readLinks(markdown: string): readonly MarkdownLink[] {
  return proseLines(markdown).flatMap(({ text, line }) => {
    const prose = text.replace(/(`+)(?!`).*?\1/g, "");
    const targets = [...prose.matchAll(INLINE_LINK)].map((match) => match[1] ?? "");
    const definition = DEFINITION.exec(prose)?.[1];
    return [...targets, ...(definition === undefined ? [] : [definition])].map((target) => ({
      target,
      line,
    }));
  });
}

/** Anchors that a page's headings give, and its explicit `id="…"`s. */
export function readAnchors(markdown: string): ReadonlySet<string> {
  const explicit = proseLines(markdown).flatMap(({ text }) =>
    [...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map((match) => match[1] ?? ""),
  );
  return new Set([...explicit, ...headingSlugs(markdown)]);
}

/** The anchors of the headings in their order, the way GitHub makes them. */
export function headingSlugs(markdown: string): readonly string[] {
  const seen = new Map<string, number>();
  return proseLines(markdown).flatMap(({ text }) => {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1];
    if (heading === undefined) return [];
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return [count === 0 ? slug : `${slug}-${count}`];
  });
}

export function readExamples(markdown: string): readonly ExampleBlock[] {
  const lines = markdown.split("\n");
  return lines.flatMap((text, at) => {
    const path = EXAMPLE.exec(text.trim())?.[1];
    if (path === undefined) return [];
    return [{ path, line: at + 1, code: fenceAt(lines, at + 1) }];
  });
}

function fenceAt(lines: readonly string[], start: number): string | undefined {
  const marker = FENCE.exec(lines[start] ?? "")?.[1];
  if (marker === undefined) return undefined;
  const end = lines.findIndex((text, at) => at > start && text.trim() === marker);
  return end === -1
    ? undefined
    : lines
        .slice(start + 1, end)
        .map((line) => `${line}\n`)
        .join("");
}

/** The sentences of a page: without fenced and inline code, comments, and the addresses of links. */
export function proseText(markdown: string): string {
  return proseLines(markdown)
    .map(({ text }) => text)
    .join("\n")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/(`+)(?!`).*?\1/g, "``")
    .replace(/\]\([^)\s]*\)/g, "]()");
}

function proseLines(markdown: string): readonly { readonly text: string; readonly line: number }[] {
  let fence: string | undefined;
  return markdown.split("\n").flatMap((text, at) => {
    const marker = FENCE.exec(text)?.[1];
    if (fence !== undefined) {
      if (marker?.startsWith(fence) && text.trim() === marker) fence = undefined;
      return [];
    }
    if (marker === undefined) return [{ text, line: at + 1 }];
    fence = marker;
    return [];
  });
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
