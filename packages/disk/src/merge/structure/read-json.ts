import type { Node, ParseError, visit } from "jsonc-parser";

/** A text of JSON, perhaps with comments, without a name that occurs twice in one object. */
export interface JsonText {
  readonly text: string;
  readonly root: Node;
  /** All comments, in their order. */
  readonly comments: string;
  /** The text before and behind the value. */
  readonly outside: string;
  /** Equal for two values that are the same JSON, with their members in the same order. */
  meaningOf(node: Node): string;
}

/** Larger and deeper texts are for a person: what they mean is kept once for each level. */
const MAX_CHARACTERS = 1_000_000;
const MAX_DEPTH = 100;

/** Null when the text is not such JSON. */
export async function readJson(text: string): Promise<JsonText | null> {
  if (text.length > MAX_CHARACTERS) return null;
  const parser = await import("jsonc-parser");
  const comments = readComments(text, parser.visit);
  if (comments === null) return null;
  const errors: ParseError[] = [];
  const root = parser.parseTree(text, errors, { allowTrailingComma: true });
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

/** Null when the text is too deep. */
function readComments(text: string, walk: typeof visit): readonly string[] | null {
  const comments: string[] = [];
  let depth = 0;
  let deepest = 0;
  const enter = (): void => {
    depth += 1;
    deepest = Math.max(deepest, depth);
  };
  const leave = (): void => {
    depth -= 1;
  };
  try {
    walk(text, {
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: leave,
      onArrayEnd: leave,
      onComment: (start, length) => void comments.push(text.slice(start, start + length).trim()),
    });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return null;
    throw error;
  }
  return deepest > MAX_DEPTH ? null : comments;
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
