// Docs that drift are worse than none, so what can be compared with the code is compared: generated
// pages, copies of examples, links, and the presence and length of the pages every package owes. Nor may a
// guide bring in more of our own words than a reader can take.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { judgeLimits } from "./docs/judge-limits.ts";
import { judgeTerms } from "./docs/judge-terms.ts";
import { readAnchors, readExamples, readLinks } from "./docs/markdown.ts";
import { type ReferenceTables, renderReferencePages } from "./docs/reference-pages.ts";
import { type GateResult, reportGate } from "./source/gate.ts";
import { listSourceFiles, type SourceFile } from "./source/source-file.ts";

const README_LINES = 60;

/** `readTables` is a function, so that a contract that does not load fails this gate and no other. */
export async function checkDocs(
  root: string,
  readTables: () => Promise<ReferenceTables>,
): Promise<GateResult> {
  const pages = listSourceFiles(root, { folders: ["."], endings: [".md"] });
  const failures = [
    ...(await judgeReference(root, readTables)),
    ...judgePresence(root, pages),
    ...pages.flatMap((page) => judgeLinks(root, page)),
    ...pages.filter(isUserPage).flatMap((page) => judgeExamples(root, page)),
    ...judgeLimits(root, "docs/reference/limits.md"),
    ...judgeTerms(pages),
  ];
  return { name: "docs", summary: `${pages.length} pages`, failures };
}

async function judgeReference(
  root: string,
  readTables: () => Promise<ReferenceTables>,
): Promise<readonly string[]> {
  let tables: ReferenceTables;
  try {
    tables = await readTables();
  } catch (error) {
    return [`contract's tables cannot be read: ${String(error)}`];
  }
  return Object.entries(renderReferencePages(tables)).flatMap(([path, text]) => {
    if (!existsSync(join(root, path))) return [`${path} is missing: run npm run docs:generate`];
    const same = readFileSync(join(root, path), "utf8") === text;
    return same ? [] : [`${path} differs from the code: run npm run docs:generate`];
  });
}

function judgePresence(root: string, pages: readonly SourceFile[]): readonly string[] {
  const has = (path: string) => pages.some((page) => page.path === path);
  const readmes = readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`);
  return [
    ...["README.md", "GLOSSARY.md", ...readmes]
      .filter((path) => !has(path))
      .map((path) => `${path} is missing`),
    ...pages
      .filter((page) => readmes.includes(page.path))
      .map((page) => ({ path: page.path, lines: page.text.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > README_LINES)
      .map(({ path, lines }) => `${path} has ${lines} lines, over ${README_LINES}`),
  ];
}

function judgeLinks(root: string, page: SourceFile): readonly string[] {
  return readLinks(page.text).flatMap(({ target, line }) => {
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(target)) return [];
    const [file = "", anchor] = decodeURI(target).split("#");
    const path = file === "" ? page.path : normalize(join(dirname(page.path), file));
    if (path.startsWith("..") || !existsSync(join(root, path))) {
      return [`${page.path}:${line} links to ${target}, which is not there`];
    }
    if (anchor === undefined || !path.endsWith(".md")) return [];
    const anchors = readAnchors(readFileSync(join(root, path), "utf8"));
    return anchors.has(anchor) ? [] : [`${page.path}:${line} links to ${target}: no such heading`];
  });
}

function judgeExamples(root: string, page: SourceFile): readonly string[] {
  return readExamples(page.text).flatMap(({ path, line, code }) => {
    const at = `${page.path}:${line}`;
    if (code === undefined) return [`${at} no code block follows the example comment for ${path}`];
    if (!existsSync(join(root, path))) return [`${at} shows ${path}, which is not there`];
    const same = readFileSync(join(root, path), "utf8") === code;
    return same ? [] : [`${at} differs from ${path}: copy the file into the block`];
  });
}

function isUserPage(page: SourceFile): boolean {
  return page.path.endsWith("README.md") || page.path.startsWith("docs/");
}

/** Loads contract late: a syntax error there must not keep the other gates from running. */
export async function loadReferenceTables(): Promise<ReferenceTables> {
  const { readReferenceTables } = await import("./docs/read-reference-tables.ts");
  return readReferenceTables(join(import.meta.dirname, ".."));
}

if (import.meta.main) {
  reportGate(await checkDocs(join(import.meta.dirname, ".."), loadReferenceTables));
}
