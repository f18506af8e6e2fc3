/** A long list of rows of one height: only those in view are drawn, whatever its length. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { h } from "../../ground/h.ts";

/** Shorter lists are drawn whole. */
const DRAWN_WHOLE = 200;
const SPARE_ROWS = 20;

export interface WindowListProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (index: number) => ComponentChildren;
  /** The row that is scrolled into view. */
  readonly selected: number;
  readonly label: string;
  /** Hears which rows are in view. */
  readonly onView?: (from: number, until: number) => void;
}

export function WindowList({
  count,
  rowHeight,
  row,
  selected,
  label,
  onView,
}: WindowListProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = box.current?.clientHeight ?? 600;
  const isWhole = count <= DRAWN_WHOLE;
  const from = isWhole ? 0 : Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const until = isWhole
    ? count
    : Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE_ROWS);
  useEffect(() => onView?.(from, until), [from, until]);
  useEffect(() => {
    const own = box.current;
    if (!own || selected < 0) return;
    const at = selected * rowHeight;
    if (at < own.scrollTop) own.scrollTop = at;
    else if (at + rowHeight > own.scrollTop + own.clientHeight)
      own.scrollTop = at + rowHeight - own.clientHeight;
  }, [selected, rowHeight]);
  return h(
    "div",
    {
      ref: box,
      class: "window",
      role: "listbox",
      tabIndex: 0,
      "aria-label": label,
      "aria-activedescendant": selected < 0 ? undefined : `row-${selected}`,
      onScroll: () => setTop(box.current?.scrollTop ?? 0),
    },
    h(
      "div",
      { style: { height: `${count * rowHeight}px` } },
      Array.from({ length: Math.max(0, until - from) }, (_, at) => row(from + at)),
    ),
  );
}
