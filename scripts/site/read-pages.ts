/** Every page of the documentation, with what its links lead to. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { readLinks } from "../docs/markdown.ts";

export interface Page {
  /** Where it lies in the repository. */
  readonly source: string;
  /** Where it lies in the site. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

const OWN = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "GLOSSARY.md",
  "CHANGELOG.md",
  "LICENSE",
];

/** Pages of text, then the sources that they name: an offline reader can follow every link. */
export function readPages(root: string): readonly Page[] {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`);
  const names = [...OWN, ...pagesBelow(root, "docs"), ...packages].filter((name) =>
    isFile(join(root, name)),
  );
  const texts = names.map((source) => pageOf(root, source));
  const clients = texts.find(({ source }) => source === "docs/guides/clients.md");
  return [...texts, ...(clients ? clientPages(clients) : []), ...named(root, texts)];
}

/** The pages that these name, and those that they name in turn. */
function named(root: string, pages: readonly Page[]): readonly Page[] {
  const known = new Set(pages.map(({ source }) => source));
  const found: Page[] = [];
  const look = [...pages];
  for (let page = look.shift(); page !== undefined; page = look.shift())
    for (const path of targetsOf(page)) {
      if (known.has(path) || !exists(join(root, path))) continue;
      known.add(path);
      const next = pageOf(root, path);
      found.push(next);
      if (path.endsWith(".md")) look.push(next);
    }
  return found;
}

/** Where the links of a page lead inside the repository, without pictures. */
function targetsOf({ source, markdown }: Page): readonly string[] {
  return readLinks(markdown)
    .map(({ target }) => target.split("#")[0] ?? "")
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target) && !/\.(?:svg|png)$/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(source), target)).replace(/\/$/, ""))
    .filter((path) => !path.startsWith(".."));
}

export function sitePath(source: string): string {
  if (source.endsWith("README.md")) return source.replace(/README\.md$/, "index.html");
  return source.endsWith(".md") ? source.replace(/\.md$/, ".html") : `${source}.html`;
}

function pageOf(root: string, source: string): Page {
  const file = join(root, source);
  const markdown = statSync(file).isDirectory()
    ? folderText(source, readdirSync(file))
    : source.endsWith(".md")
      ? readFileSync(file, "utf8")
      : sourceText(source, readFileSync(file, "utf8"));
  const title = /^#\s+(.*)$/m.exec(markdown)?.[1] ?? source;
  return { source, path: sitePath(source), title, markdown };
}

function folderText(source: string, names: readonly string[]): string {
  return [`# ${source}`, "", ...names.map((name) => `- ${name}`), ""].join("\n");
}

/** A fence that is longer than any inside it. */
function sourceText(source: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([one]) => one.length));
  const fence = "`".repeat(longest + 1);
  const language = posix.extname(source).slice(1);
  return [`# ${source}`, "", `${fence}${language}`, text.trimEnd(), fence, ""].join("\n");
}

/** A page for each client, so that one can be linked to. */
function clientPages({ markdown }: Page): readonly Page[] {
  const [introduction = "", ...sections] = markdown.split(/^(?=## )/m);
  const body = introduction.replace(/^# .*$/m, "");
  return sections.map((section) => {
    const name = /^## (.*)$/m.exec(section)?.[1] ?? "";
    const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    return {
      source: `docs/guides/clients/${slug}.md`,
      path: `clients/${slug}.html`,
      title: `toolplane behind ${name}`,
      markdown:
        `# toolplane behind ${name}\n\n${section.replace(/^## .*$/m, "")}\n${body}`.replaceAll(
          "](mcp-server.md)",
          "](../mcp-server.md)",
        ),
    };
  });
}

function pagesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`)
    .sort();
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
