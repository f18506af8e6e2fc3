/** Reads a page's own facts: title, author, base of its links. Taken from `title`, `meta`, `base` and linked data. */
import { attributeOf, type PageTree } from "./page-tree.ts";

export interface PageHead {
  title: string | null;
  base: string | null;
  /** Contents of `meta` by lower-case name or property; the first of a name counts. */
  readonly meta: Map<string, string>;
  /** Texts of JSON-LD scripts. */
  readonly linkedData: string[];
}

/** A page's own facts. Texts are trimmed; null where the page has none. */
export interface PageFacts {
  readonly title: string | null;
  readonly author: string | null;
}

export function createPageHead(): PageHead {
  return { title: null, base: null, meta: new Map(), linkedData: [] };
}

/** Takes note of an element, wherever on the page it is. */
export function readHeadElement(tree: PageTree, head: PageHead, node: number): void {
  const tag = tree.tag[node];
  if (tag === "base") head.base ??= attributeOf(tree, node, "href");
  if (tag !== "meta") return;
  const content = attributeOf(tree, node, "content")?.trim();
  if (!content) return;
  const names = `${attributeOf(tree, node, "property") ?? ""} ${attributeOf(tree, node, "name") ?? ""}`;
  for (const name of names.toLowerCase().split(/\s+/))
    if (name !== "" && !head.meta.has(name)) head.meta.set(name, content);
}

const TITLES = ["og:title", "twitter:title", "dc:title", "dcterms:title", "parsely-title"];
const AUTHORS = ["author", "dc:creator", "dc.creator", "dcterms:creator", "parsely-author"];

/** Reads the head's facts about the article: linked data first, then `meta`. The title of the window is not in it. */
export function readPageFacts(head: PageHead): PageFacts {
  const article = findArticle(head.linkedData);
  const fromMeta = (names: readonly string[]): string | undefined =>
    names.map((name) => head.meta.get(name)).find((value) => value !== undefined);
  const articleAuthor = head.meta.get("article:author");
  const author =
    authorNames(article?.author) ??
    fromMeta(AUTHORS) ??
    (articleAuthor !== undefined && !/^https?:/i.test(articleAuthor) ? articleAuthor : undefined);
  const title = textIn(article?.headline) ?? textIn(article?.name) ?? fromMeta(TITLES);
  return { title: title ?? null, author: author ?? null };
}

type LinkedThing = Readonly<Record<string, unknown>>;

const ARTICLE =
  /(?:Article|BlogPosting|SocialMediaPosting|DiscussionForumPosting|Report|APIReference)$/;

function findArticle(texts: readonly string[]): LinkedThing | undefined {
  for (const text of texts) {
    const things = [parse(text)].flat().flatMap((thing) => [thing, ...graphOf(thing)]);
    const article = things.find(
      (thing): thing is LinkedThing => isThing(thing) && ARTICLE.test(String(thing["@type"])),
    );
    if (article !== undefined) return article;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, ""));
  } catch {
    return null;
  }
}

function graphOf(thing: unknown): readonly unknown[] {
  const graph = isThing(thing) ? thing["@graph"] : null;
  return Array.isArray(graph) ? graph : [];
}

function isThing(value: unknown): value is LinkedThing {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function authorNames(author: unknown): string | undefined {
  const names = [author].flat().map((one) => textIn(isThing(one) ? one.name : one));
  return names.filter((name) => name !== undefined).join(", ") || undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
