/**
 * The module that a worker runs: outlines by tree-sitter. Grammars are WebAssembly and files come from strangers, so all of it
 * happens in a worker with a deadline. A tree is walked with a bound on its depth, whatever a file nests.
 */
import { Language, type Node, Parser } from "web-tree-sitter";
import type { OutlineInput, OutlineSymbol, Outlines } from "./outline.ts";
import { readGrammar } from "./read-grammar.ts";
import { CLOSED_KINDS, SYMBOL_KINDS } from "./symbol-kinds.ts";

const MAX_DEPTH = 12;
const MAX_NAME_CHARS = 120;
const GRAMMAR = /^[a-z-]{1,20}$/;

export async function compute({ files, maxSymbols }: OutlineInput): Promise<Outlines> {
  await Parser.init();
  const grammars = new Map<string, Language | null>();
  const outlines: (readonly OutlineSymbol[] | null)[] = [];
  for (const { grammar, text } of files) {
    if (!grammars.has(grammar)) grammars.set(grammar, await loadGrammar(grammar));
    const language = grammars.get(grammar) ?? null;
    outlines.push(language === null ? null : outline(language, text, maxSymbols));
  }
  return outlines;
}

async function loadGrammar(name: string): Promise<Language | null> {
  if (!GRAMMAR.test(name)) return null;
  try {
    return await Language.load(await readGrammar(name));
  } catch {
    // A grammar that is not installed costs the outline of its files, and nothing else.
    return null;
  }
}

function outline(
  language: Language,
  text: string,
  maxSymbols: number,
): readonly OutlineSymbol[] | null {
  const parser = new Parser();
  try {
    parser.setLanguage(language);
    const tree = parser.parse(text);
    if (tree === null) return null;
    const symbols: OutlineSymbol[] = [];
    walk(tree.rootNode, { level: 0, depth: 0, symbols, maxSymbols });
    tree.delete();
    return symbols;
  } finally {
    parser.delete();
  }
}

interface Walk {
  /** Of the tree, which is bounded. */
  readonly level: number;
  readonly depth: number;
  readonly symbols: OutlineSymbol[];
  readonly maxSymbols: number;
}

function walk(node: Node, at: Walk): void {
  for (const child of node.namedChildren) {
    if (at.symbols.length >= at.maxSymbols || at.level >= MAX_DEPTH) return;
    const kind = symbolKind(child);
    const name = kind === null ? null : symbolName(child);
    if (kind !== null && name !== null) {
      at.symbols.push({ line: child.startPosition.row + 1, depth: at.depth, kind, name });
      if (CLOSED_KINDS.has(kind)) continue;
    } else if (BODIES.has(child.type)) continue;
    const depth = name === null ? at.depth : at.depth + 1;
    walk(child, { ...at, level: at.level + 1, depth });
  }
}

/** Nodes that only run hold nothing that others call by name. */
const BODIES: ReadonlySet<string> = new Set([
  "expression_statement",
  "call_expression",
  "arrow_function",
  "function_expression",
  "if_statement",
  "for_statement",
]);

/** A constant that holds a function is one, as people read it. */
function symbolKind(node: Node): string | null {
  if (node.type !== "variable_declarator") return SYMBOL_KINDS.get(node.type) ?? null;
  const value = node.childForFieldName("value")?.type ?? "";
  return /^(?:arrow_function|function_expression)$/.test(value) ? "function" : null;
}

/** C names a thing inside of its declarator; an implementation is named by its type. */
function symbolName(node: Node): string | null {
  let named: Node | null = node.childForFieldName("name") ?? node.childForFieldName("type");
  for (let at = node.childForFieldName("declarator"), up = 0; at && up < 5; up += 1) {
    named = at;
    at = at.childForFieldName("declarator");
  }
  const text = named?.text.split("\n")[0]?.trim() ?? "";
  return text === "" ? null : text.slice(0, MAX_NAME_CHARS);
}
