/** Each view is an address: its page, its filter, the call that is selected. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { h } from "./h.ts";

export interface Place {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

function readPlace(): Place {
  const { pathname, search } = window.location;
  const path = pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
  return { path, query: new URLSearchParams(search) };
}

const MOVED = "toolplane-moved";

/** Goes there; `replace` leaves no step to go back to. */
export function go(
  address: string,
  { replace = false }: { readonly replace?: boolean } = {},
): void {
  if (replace) window.history.replaceState(null, "", address);
  else window.history.pushState(null, "", address);
  window.dispatchEvent(new Event(MOVED));
}

/** The same view with other words in its query; null takes one away. */
export function withQuery(changes: Readonly<Record<string, string | null>>): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  const text = query.toString();
  return text === "" ? pathname : `${pathname}?${text}`;
}

export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace);
  useEffect(() => {
    const read = (): void => setPlace(readPlace());
    window.addEventListener("popstate", read);
    window.addEventListener(MOVED, read);
    return () => {
      window.removeEventListener("popstate", read);
      window.removeEventListener(MOVED, read);
    };
  }, []);
  return place;
}

export interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
  readonly children?: ComponentChildren;
}

/** A link that stays in this page, and opens elsewhere as any link does. */
export function Link({ to, current, label, children, class: name }: LinkProps): VNode {
  return h(
    "a",
    {
      href: to,
      class: name,
      "aria-current": current ? "page" : undefined,
      "aria-label": label,
      onClick: (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      },
    },
    children,
  );
}

export function sessionPath(sessionId: string, callId?: string): string {
  const page = `/sessions/${encodeURIComponent(sessionId)}`;
  return callId === undefined ? page : `${page}?call=${encodeURIComponent(callId)}`;
}
