/** Pages as HTML: headings with the anchors that GitHub gives them, links to pages instead of files, and the way to everywhere. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked, type Tokens } from "marked";
import { headingSlugs } from "../docs/markdown.ts";
import { type Page, sitePath } from "./read-pages.ts";

/** By site path. */
export function renderPages(pages: readonly Page[], root: string): ReadonlyMap<string, string> {
  const paths = new Map(pages.map(({ source, path }) => [source, path]));
  const groups = navigation(pages);
  return new Map(pages.map((page) => [page.path, renderPage(page, { paths, groups, root })]));
}

interface Site {
  readonly paths: ReadonlyMap<string, string>;
  readonly groups: readonly NavigationGroup[];
  readonly root: string;
}

interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

const GROUPS: readonly (readonly [title: string, prefix: string])[] = [
  ["Guides", "docs/guides/"],
  ["Ideas", "docs/concepts/"],
  ["Behind your agent", "docs/guides/clients/"],
  ["Reference", "docs/reference/"],
  ["Decisions", "docs/decisions/"],
];

function navigation(pages: readonly Page[]): readonly NavigationGroup[] {
  return GROUPS.map(([title, prefix]) => ({
    title,
    pages: pages.filter(
      ({ source }) => source.startsWith(prefix) && !source.slice(prefix.length).includes("/"),
    ),
  }));
}

function renderPage(page: Page, site: Site): string {
  const up = "../".repeat(page.path.split("/").length - 1);
  const body = bodyOf(page, site);
  const menu = site.groups.map((group) => menuGroup(group, page, up)).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'">
<title>${escapeHtml(page.title)} · toolplane</title>
<link rel="stylesheet" href="${up}assets/site.css">
</head>
<body data-up="${up}">
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="name" href="${up}index.html">toolplane</a>
<label>Search <input type="search" id="search" autocomplete="off" aria-controls="found"></label>
<ol id="found" hidden></ol>
</header>
<nav aria-label="All pages">
${menu}
</nav>
<main id="text">
${body}
</main>
<script src="${up}assets/site.js"></script>
</body>
</html>
`;
}

function menuGroup({ title, pages }: NavigationGroup, page: Page, up: string): string {
  const isOpen = pages.includes(page) ? " open" : "";
  const items = pages.map((one) => {
    const current = one === page ? ' aria-current="page"' : "";
    return `<li><a href="${up}${one.path}"${current}>${escapeHtml(one.title.replaceAll("`", ""))}</a></li>`;
  });
  return `<details${isOpen}><summary>${title}</summary><ul>${items.join("")}</ul></details>`;
}

function bodyOf(page: Page, site: Site): string {
  const slugs = [...headingSlugs(page.markdown)];
  const reader = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const id = slugs.shift() ?? "";
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(linkOf(href, page, site))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        const source = posix.join(posix.dirname(page.source), href);
        const path = existsSync(join(site.root, source)) ? relative(page, source) : href;
        return `<img src="${escapeHtml(path)}" alt="${escapeHtml(text)}">`;
      },
      // HTML in a page is for GitHub: comments that our checks read.
      html: ({ text }: Tokens.HTML | Tokens.Tag): string =>
        text.trimStart().startsWith("<!--") ? "" : escapeHtml(text),
      table({ header, rows }: Tokens.Table): string {
        const cell = (tag: string) => (one: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const body = rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("\n");
        return `<div class="wide"><table><thead><tr>${header.map(cell("th")).join("")}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return reader.parse(page.markdown, { async: false });
}

function linkOf(href: string, page: Page, { paths }: Site): string {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [target = "", anchor] = href.split("#");
  const source = posix.normalize(posix.join(posix.dirname(page.source), target)).replace(/\/$/, "");
  const path = paths.get(source) ?? sitePath(source);
  return `${relative(page, path)}${anchor === undefined ? "" : `#${anchor}`}`;
}

function relative(page: Page, path: string): string {
  return posix.relative(posix.dirname(page.path), path);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
