/** The building blocks of every page: a panel with its head, a fault with its way out, an empty place with the step that fills it. */
import type { ComponentChildren, VNode } from "preact";
import type { ApiFault } from "../../api/request.ts";
import { h } from "../../ground/h.ts";
import { Link } from "../../ground/router.ts";
import { foreign } from "./foreign.ts";

export interface PanelProps {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Panel({ title, note, actions, children }: PanelProps): VNode {
  return h("section", { class: "pan", "aria-label": title }, [
    h("div", { class: "hd" }, [
      h("h2", {}, title),
      note === undefined ? null : h("span", { class: "t3 sm" }, note),
      h("span", { class: "sp" }),
      actions,
    ]),
    children,
  ]);
}

export interface FaultProps {
  readonly fault: ApiFault;
  readonly retry?: () => void;
}

export function Fault({ fault, retry }: FaultProps): VNode {
  return h("div", { class: "banner deny", role: "alert" }, [
    h("span", {}, foreign(fault.message)),
    h("span", { class: "sp" }),
    fault.status === 404
      ? h(WayBack, {})
      : retry
        ? h("button", { type: "button", class: "b", onClick: retry }, "Try again")
        : null,
  ]);
}

/** Leads back to where such things are listed: what is not there does not come by asking again. */
function WayBack(): VNode | null {
  const [, page, below] = window.location.pathname.split("/");
  if (page === undefined || below === undefined) return null;
  return h(Link, { to: `/${page}`, class: "b", children: `Back to ${page}` });
}

export function Empty({ children }: { readonly children?: ComponentChildren }): VNode {
  return h("p", { class: "empty" }, children);
}

/** One of several, pressed: filters, scopes. */
export interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly value: T;
    readonly text: string;
    readonly count?: string;
  }[];
  readonly value: T;
  readonly onPick: (value: T) => void;
}

export function Segments<T extends string>({
  label,
  options,
  value,
  onPick,
}: SegmentsProps<T>): VNode {
  return h(
    "div",
    { class: "seg", role: "group", "aria-label": label },
    options.map((option) =>
      h(
        "button",
        {
          key: option.value,
          type: "button",
          "aria-pressed": option.value === value ? "true" : "false",
          onClick: () => onPick(option.value),
        },
        [option.text, option.count === undefined ? null : h("i", {}, option.count)],
      ),
    ),
  );
}
