/** The filters of the Calls page: each is a part of the address, shown as a chip that can be taken away. */
import { CALL_FILTERS } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { go, withQuery } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Icon } from "../base/icon.ts";
import { Segments } from "../base/panel.ts";
import { readSearch } from "./read-search.ts";

const PAUSE_MS = 250;
const SPANS = ["", "24h", "7d", "30d"] as const;
type Span = (typeof SPANS)[number] | "from";
const SPAN_TEXTS: Readonly<Record<Span, string>> = {
  "": "Any time",
  "24h": "24 h",
  "7d": "7 days",
  "30d": "30 days",
  from: "From…",
};

export function FilterBar({ query }: { readonly query: URLSearchParams }): VNode {
  const given = CALL_FILTERS.filter((name) => (query.get(name) ?? "") !== "");
  return h("div", { class: "row wrap filters" }, [
    h("div", { class: "search fbar" }, [
      h(Icon, { name: "search" }),
      ...given.map((name) =>
        h("span", { key: name, class: "chip" }, [
          h("i", {}, name),
          h("span", { class: "m el" }, foreign(query.get(name) ?? "")),
          h(
            "button",
            {
              type: "button",
              "aria-label": `Remove ${name}`,
              onClick: () => go(withQuery({ [name]: null })),
            },
            "×",
          ),
        ]),
      ),
      h(Words, { key: "words", words: query.get("q") ?? "" }),
    ]),
    h(TimeRange, { query }),
  ]);
}

/** Typed words count after a pause; a typed filter becomes a chip with Enter or the blank behind it. */
function Words({ words }: { readonly words: string }): VNode {
  const [text, setText] = useState(words);
  const input = useRef<HTMLInputElement>(null);
  const take = (isWhole: boolean): void => {
    const read = readSearch(text);
    const isDone = isWhole || text.endsWith(" ");
    if (isDone && Object.keys(read.filters).length > 0) {
      setText(read.words);
      go(withQuery({ ...read.filters, q: read.words }));
    } else if (Object.keys(read.filters).length === 0 && read.words !== words)
      go(withQuery({ q: read.words }), { replace: true });
  };
  useEffect(() => setText((own) => (readSearch(own).words === words ? own : words)), [words]);
  useEffect(() => {
    const timer = setTimeout(() => take(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return h("input", {
    ref: input,
    type: "search",
    value: text,
    maxLength: 400,
    "aria-label": "Search calls",
    placeholder: "words, or tool: command: path: host: rule: is:denied client: who:",
    onInput: (event: Event) => setText((event.target as HTMLInputElement).value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter") take(true);
    },
  });
}

function TimeRange({ query }: { readonly query: URLSearchParams }): VNode {
  const hasDates = query.has("from") || query.has("until");
  const [isOpen, setOpen] = useState(hasDates);
  const last = SPANS.find((one) => one === query.get("last")) ?? "";
  const day = (name: "from" | "until", label: string): VNode =>
    h("label", { class: "row sm t2" }, [
      label,
      h("input", {
        type: "date",
        value: (query.get(name) ?? "").slice(0, 10),
        onChange: (event: Event) =>
          go(withQuery({ [name]: (event.target as HTMLInputElement).value, last: null })),
      }),
    ]);
  return h("div", { class: "row wrap" }, [
    h(Segments<Span>, {
      label: "Time",
      value: hasDates || isOpen ? "from" : last,
      options: ([...SPANS, "from"] as const).map((value) => ({ value, text: SPAN_TEXTS[value] })),
      onPick: (value) => {
        setOpen(value === "from");
        if (value !== "from") go(withQuery({ last: value, from: null, until: null }));
      },
    }),
    ...(isOpen || hasDates ? [day("from", "from"), day("until", "to")] : []),
  ]);
}
