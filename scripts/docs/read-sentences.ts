/**
 * Finds the sentences that screens show, where the source says them: every text of three words or more in the code of the product,
 * with the doc comment of what says it. There is no list to keep: a text that is written is found.
 */
import { parseAst } from "rolldown/parseAst";
import { isTestFile, listSourceFiles, type SourceFile } from "../source/source-file.ts";

export interface SaidBy {
  readonly path: string;
  /** The doc comment of the function or table that says them, else of its file; empty where neither has one. */
  readonly meaning: string;
  /** What is filled in stands as `…`. */
  readonly sentences: readonly string[];
}

/** In the order of the source. */
export function readSentences(root: string, folders: readonly string[]): readonly SaidBy[] {
  const files = listSourceFiles(root, { folders, endings: [".ts"] });
  return [...new Map(files.map((file) => [file.path, file])).values()]
    .filter(({ path }) => !isTestFile(path) && !DECLARED.test(path))
    .flatMap(sentencesOf);
}

/** Texts of other pages of the reference: commands and options, settings. */
const DECLARED = /-command\.ts$|\/global-options\.ts$|\/setting-table\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function sentencesOf(file: SourceFile): readonly SaidBy[] {
  const header = commentBefore(file.text, firstCode(file.text));
  const said = new Map<string, Set<string>>();
  const visit = (value: unknown, meaning: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, meaning);
    if (!isNode(value) || isSilent(value)) return;
    const own = SAYS.has(value.type) ? commentBefore(file.text, value.start) : "";
    const now = own === "" ? meaning : own;
    const text = textOf(value);
    if (text !== null && isSentence(text)) said.set(now, (said.get(now) ?? new Set()).add(text));
    for (const [key, part] of Object.entries(value)) if (!TYPES.has(key)) visit(part, now);
  };
  visit(parseAst(file.text, { lang: "ts" }) as unknown, header);
  return [...said].map(([meaning, sentences]) => ({
    path: file.path,
    meaning,
    sentences: [...sentences],
  }));
}

/** What a doc comment is written above. */
const SAYS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "ExportNamedDeclaration",
  "VariableDeclaration",
  "Property",
]);
/** Parts of a node that are types, or the name of a module. */
const TYPES: ReadonlySet<string> = new Set([
  "source",
  "typeAnnotation",
  "typeArguments",
  "typeParameters",
  "returnType",
]);

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Nobody sees types, names of modules, lists of words, classes of a page, what a tool is described as, or what a defect throws. */
function isSilent(node: Node): boolean {
  if (/^TS(?!As|Satisfies|NonNull)|^Import/.test(node.type)) return true;
  if (node.type === "Property") return /^(?:class|names|description)$/.test(nameOf(node.key));
  if (node.type === "MemberExpression") return nameOf(node.property) === "split";
  return (
    node.type === "NewExpression" && /^(?:Type|Range)?Error$|^RegExp$/.test(nameOf(node.callee))
  );
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === "string" ? node.name : "";
}

function textOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type !== "TemplateLiteral") return null;
  const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join("…");
}

/** Words with blanks between them, and next to nothing that people do not write. */
function isSentence(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => WORD.test(word));
  return words.length >= 3 && !CODE.test(text);
}

const WORD = /^["“(]?(?:\p{Lu}?\p{Ll}+|I)(?:['’-]\p{L}+)*["”).,:;!?]*$/u;
/** SQL, scripts, marks of a page, headers. */
const CODE =
  /^(?:import|export|const|return|if|for|await) .*[;{(]|[;{}]\s*\n|=>|<\/|\b(?:SELECT|INSERT|DELETE FROM|CREATE|UPDATE|WHERE)\b|^\s*(?:[a-z-]+:|[#.@])\s?[a-z0-9-]+;?/m;

/** Without marks, in one line; empty where none stands right before the place. */
function commentBefore(text: string, place: number): string {
  const before = text.slice(0, place).trimEnd();
  if (!before.endsWith("*/")) return "";
  return before
    .slice(before.lastIndexOf("/**") + 3, -2)
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

function firstCode(text: string): number {
  const [header = ""] = /^\s*\/\*\*[\s\S]*?\*\//.exec(text) ?? [];
  return header.length;
}
