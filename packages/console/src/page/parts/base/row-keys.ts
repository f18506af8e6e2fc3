/** Steps through the rows of a table with `j` and `k`. The link of a row gets the focus, so that Enter opens it as any link. */
import { useState } from "preact/hooks";
import { useKeys } from "./keys.ts";

/** The row that was stepped to last. Rows that one steps to have the class `go`. */
export function useRowKeys(count: number, open: (row: number) => void): number {
  const [at, setAt] = useState(0);
  const step = (row: number): void => {
    setAt(row);
    const rows = document.querySelectorAll(".tb tbody tr.go");
    rows[row]?.querySelector("a")?.focus();
  };
  useKeys({
    j: () => step(Math.min(count - 1, at + 1)),
    k: () => step(Math.max(0, at - 1)),
    Enter: () => open(at),
  });
  return at;
}
