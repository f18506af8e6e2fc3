/**
 * The rows of a list of rules, each by itself, for a file that holds rows which mean nothing: whoever reads the others reads each
 * as a list of one. Only the syntax has to be right. A list that is written twice gives the rows of both.
 */
import type { Node } from "jsonc-parser";
import { parseConfigTree } from "./parse-config-tree.ts";
import { readShallow } from "./read-shallow.ts";

export interface ConfigRow {
  /** Plain JSON. */
  readonly text: string;
  readonly line: number;
}

export interface ConfigRows {
  readonly rows: readonly ConfigRow[];
  /** Names beside the list that are no list of rules, each with its line. */
  readonly strangers: readonly ConfigRow[];
}

/** Rejects with a ConfigurationError for a text that is not JSON. */
export async function readConfigRows(bytes: Uint8Array, file: string): Promise<ConfigRows> {
  const { root, plain, line } = await parseConfigTree(bytes, file);
  // Each line is counted from the one before: a long file has many rows.
  let counted = { offset: 0, line: 1 };
  const rowOf = ({ offset, length }: Node): ConfigRow => {
    const isLater = offset >= counted.offset;
    const at = isLater ? counted.line + lineBreaks(plain, counted.offset, offset) : line(offset);
    counted = { offset, line: at };
    return { text: plain.slice(offset, offset + length), line: at };
  };
  return readShallow(file, () => {
    const { lists, strangers } = findLists(root);
    return {
      rows: lists.flatMap(({ children = [] }) => children.map(rowOf)),
      strangers: strangers.map(rowOf),
    };
  });
}

/** Members beside the rules that have readers of their own. */
const LEFT_OUT: ReadonlySet<unknown> = new Set(["$schema", "land"]);

/** The lists of rules: the text itself, or what its members hold; and what is there beside them. */
function findLists(root: Node): { readonly lists: Node[]; readonly strangers: Node[] } {
  if (root.type === "array") return { lists: [root], strangers: [] };
  if (root.type !== "object") return { lists: [], strangers: [root] };
  const lists: Node[] = [];
  const strangers: Node[] = [];
  for (const { children: [name, value] = [] } of root.children ?? []) {
    if (name === undefined || value === undefined || LEFT_OUT.has(name.value)) continue;
    if (name.value === "rules" && value.type === "array") lists.push(value);
    else strangers.push(name);
  }
  return { lists, strangers };
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1))
    count += 1;
  return count;
}
