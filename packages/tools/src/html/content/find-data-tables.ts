/** Tables that hold data, as opposed to those that lay a page out. */
import { attributeOf, NONE, nodeAfter, type PageTree } from "../page/page-tree.ts";

const DATA_PARTS: ReadonlySet<string> = new Set(["col", "colgroup", "tfoot", "thead", "th"]);
const MANY_ROWS = 10;
const MANY_COLUMNS = 4;
const MANY_CELLS = 10;

export function findDataTables(tree: PageTree, nodes: readonly number[]): ReadonlySet<number> {
  const tables = nodes.filter((node) => tree.tag[node] === "table");
  return new Set(tables.filter((table) => isDataTable(tree, table)));
}

/** Judged by what the page declares, then by its parts, then by its size. */
export function isDataTable(tree: PageTree, table: number): boolean {
  if (attributeOf(tree, table, "role") === "presentation") return false;
  if (attributeOf(tree, table, "datatable") === "0") return false;
  if (attributeOf(tree, table, "summary")) return true;
  let rows = 0;
  let columns = 0;
  let inRow = 0;
  let nested = false;
  let node = nodeAfter(tree, table, { within: table });
  while (node !== NONE) {
    const tag = tree.tag[node] as string;
    if (DATA_PARTS.has(tag) || (tag === "caption" && tree.first[node] !== NONE)) return true;
    if (tag === "table") nested = true;
    if (tag === "tr") {
      rows += span(tree, node, "rowspan");
      inRow = 0;
    }
    if (tag === "td") {
      inRow += span(tree, node, "colspan");
      columns = Math.max(columns, inRow);
    }
    // The marks of a table inside do not count for this one.
    node = nodeAfter(tree, node, { within: table, skipChildren: tag === "table" });
  }
  if (nested || columns === 1 || rows === 1) return false;
  return rows >= MANY_ROWS || columns > MANY_COLUMNS || rows * columns > MANY_CELLS;
}

function span(tree: PageTree, node: number, name: string): number {
  const value = Number.parseInt(attributeOf(tree, node, name) ?? "", 10);
  return value > 0 ? Math.min(value, 1_000) : 1;
}
