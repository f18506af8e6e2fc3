/** The frame of a list that goes on page by page: bars while it is read, a line where something is new, a button for the next page. */
import type { ComponentChildren, VNode } from "preact";
import type { LoadedPages } from "../../api/use-pages.ts";
import { h } from "../../ground/h.ts";
import { Empty, Fault } from "./panel.ts";
import { Skeleton } from "./skeleton.ts";

export interface PagedListProps {
  readonly list: Omit<LoadedPages<{ readonly next: string | null }>, "first" | "pages">;
  readonly isRead: boolean;
  /** Names the list for a person who cannot see the bars: `the sessions`. */
  readonly what: string;
  /** Said in place of the rows where there are none. */
  readonly empty: ComponentChildren | null;
  readonly children?: ComponentChildren;
}

export function PagedList({ list, isRead, what, empty, children }: PagedListProps): VNode {
  const button = (name: string, text: string, onClick: () => void): VNode =>
    h("button", { type: "button", class: name, onClick }, text);
  return h("div", {}, [
    list.fault ? h(Fault, { fault: list.fault, retry: list.refresh }) : null,
    isRead || !list.fault
      ? h("div", { class: "pan" }, [
          list.isFresh ? button("fresh", "There is something new. Show it.", list.refresh) : null,
          isRead ? (empty === null ? children : h(Empty, {}, empty)) : h(Skeleton, { what }),
          list.next === null
            ? null
            : h(
                "div",
                { class: "more" },
                button("b", "Next 50", () => void list.more()),
              ),
        ])
      : null,
  ]);
}
