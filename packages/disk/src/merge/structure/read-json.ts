import type { Node, ParseError } from "jsonc-parser";

/** A text of JSON, perhaps with comments, without a name that occurs twice in one object. */
export interface JsonText {
  readonly text: string;
  readonly root: Node;
  /** All comments, in their order. */
  readonly comments: string;
  /** What stands before and behind the value. */
  readonly outside: string;
  /** Equal for two values that are the same JSON, with their members in the same order. */
  meaningOf(node: Node): string;
}

/** Deeper texts are not read: the parser calls itself for each level. */
const MAX_DEPTH = 200;

/** Null when the text is not such JSON. */
export async function readJson(text: string): Promise<JsonText | null> {
  const { createScanner, parseTree, SyntaxKind } = await import("jsonc-parser");
  const scanner = createScanner(text, false);
  const comments: string[] = [];
  let depth = 0;
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    if (token === SyntaxKind.LineCommentTrivia || token === SyntaxKind.BlockCommentTrivia)
      comments.push(scanner.getTokenValue().trim());
    else if (token === SyntaxKind.OpenBraceToken || token === SyntaxKind.OpenBracketToken)
      depth += 1;
    else if (token === SyntaxKind.CloseBraceToken || token === SyntaxKind.CloseBracketToken)
      depth -= 1;
    if (depth > MAX_DEPTH) return null;
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) return null;
  const meanings = new Map<Node, string>();
  if (addMeaning({ node: root, text }, meanings) === null) return null;
  return {
    text,
    root,
    comments: JSON.stringify(comments),
    outside: JSON.stringify([text.slice(0, root.offset), text.slice(root.offset + root.length)]),
    meaningOf: (node) => meanings.get(node) ?? "",
  };
}

/** Null: a name occurs twice somewhere. */
function addMeaning(
  { node, text }: { readonly node: Node; readonly text: string },
  meanings: Map<Node, string>,
): string | null {
  const children = node.children ?? [];
  const parts = children.map((child) => addMeaning({ node: child, text }, meanings));
  if (parts.includes(null)) return null;
  const names = children.map((child) => child.children?.[0]?.value as unknown);
  if (node.type === "object" && new Set(names).size < names.length) return null;
  const meaning = node.children === undefined ? leaf(node, text) : `${node.type}(${parts})`;
  meanings.set(node, meaning);
  return meaning;
}

/** Numbers are what is written: as values, two long ones can be the same. */
function leaf({ type, value, offset, length }: Node, text: string): string {
  return type === "string" ? JSON.stringify(value) : text.slice(offset, offset + length);
}
