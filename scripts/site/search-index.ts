/**
 * The index of the search: each section of each page, as a script, because a page that is opened from a disk may fetch nothing.
 */
import { headingSlugs, proseText } from "../docs/markdown.ts";
import type { Page } from "./read-pages.ts";

interface Section {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
}

const MOST_TEXT = 1_500;

export function searchIndex(pages: readonly Page[]): string {
  const sections = pages
    .filter(({ source }) => source.endsWith(".md"))
    .flatMap(sectionsOf)
    .map((section, id): Section => ({ id, ...section }));
  return `window.toolplaneSections = ${JSON.stringify(sections).replaceAll("<", "\\u003c")};\n`;
}

function sectionsOf({ path, title, markdown }: Page): readonly Omit<Section, "id">[] {
  const slugs = [...headingSlugs(markdown)];
  const parts: { heading: string; lines: string[] }[] = [{ heading: title, lines: [] }];
  for (const line of proseText(markdown).split("\n")) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) parts.push({ heading, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts
    .map(({ heading, lines }, index) => {
      const slug = slugs[index - 1];
      return {
        path: index <= 1 || slug === undefined ? path : `${path}#${slug}`,
        title: heading.replaceAll("`", ""),
        page: title,
        text: lines.join(" ").replaceAll(/\s+/g, " ").trim().slice(0, MOST_TEXT),
      };
    })
    .filter(({ text }) => text !== "");
}
