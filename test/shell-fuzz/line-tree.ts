/**
 * A generated line as a tree: text is made from it, constructs are counted in it, planted faults find what to drop by it, and
 * a failing line is made smaller on it. Here-documents are why text alone will not do: their bodies stand after the next
 * newline of the same nesting, wherever the operator stood.
 */
import type { Construct } from "./constructs.ts";

/** What may stand in for a branch when a line is made smaller. */
export type Sort = "list" | "command" | "word" | "optional" | "arithmetic" | "other";

/** A piece of a line that is made of pieces. */
export interface Branch {
  readonly kind: "branch";
  readonly sort: Sort;
  readonly constructs: readonly Construct[];
  readonly parts: readonly Tree[];
  /** The word by which this simple command is known in its argv. */
  readonly tag?: string;
}

/** The operator, and the body that comes later. */
export interface HereDocument {
  readonly kind: "here-document";
  readonly constructs: readonly Construct[];
  /** As written: `<<E`, `<<-"E"`. */
  readonly operator: string;
  /** The closing line; null leaves the document open to the end of the text. */
  readonly end: string | null;
  readonly body: Tree;
}

/** A nested program: its own newlines, its own here-documents. */
export interface Nested {
  readonly kind: "nested";
  readonly constructs: readonly Construct[];
  readonly open: string;
  readonly close: string;
  /** How the program's text is written at this place. */
  readonly writing: Writing;
  readonly body: Tree;
}

/** Plain, or escaped for the quotes around it. */
export type Writing = "plain" | "backquotes" | "single" | "double" | "ansi" | "document";

/** A newline that separates commands: pending here-documents follow it. */
export interface Newline {
  readonly kind: "newline";
}

export type Tree = string | Branch | HereDocument | Nested | Newline;

export const NEWLINE: Newline = { kind: "newline" };

/** A tagged template that makes a branch of a sort. */
export function branch(
  sort: Sort,
  ...constructs: readonly Construct[]
): (texts: TemplateStringsArray, ...trees: readonly Tree[]) => Branch {
  return (texts, ...trees) => ({
    kind: "branch",
    sort,
    constructs,
    parts: texts.raw
      .flatMap((text, at): readonly Tree[] => [text, trees[at] ?? ""])
      .filter((part) => part !== ""),
  });
}

/** Pieces one after the other. */
export function sequence(sort: Sort, parts: readonly Tree[]): Branch {
  return { kind: "branch", sort, constructs: [], parts };
}

/** A program inside other text. */
export function nested(options: Omit<Nested, "kind">): Nested {
  return { kind: "nested", ...options };
}

export function childrenOf(tree: Tree): readonly Tree[] {
  if (typeof tree === "string" || tree.kind === "newline") return [];
  return tree.kind === "branch" ? tree.parts : [tree.body];
}

/** The constructs this very piece stands for. */
export function constructsOf(tree: Tree): readonly Construct[] {
  return typeof tree === "string" || tree.kind === "newline" ? [] : tree.constructs;
}

export function constructsIn(tree: Tree, found: Set<Construct> = new Set()): Set<Construct> {
  for (const construct of constructsOf(tree)) found.add(construct);
  for (const child of childrenOf(tree)) constructsIn(child, found);
  return found;
}
