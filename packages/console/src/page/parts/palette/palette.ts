/** Search over everything, by ctrl-k: calls, sessions and pages, as a list that the arrow keys walk through. */
import type { FoundCallsPage, SessionList } from "@toolplane/contract/console";
import { formatCount, formatMoment } from "@toolplane/readings";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { go, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Icon, type IconName } from "../base/icon.ts";
import { Mark } from "../base/mark.ts";
import { callsPath, readSearch } from "../calls/read-search.ts";
import { sessionTitle } from "../session/session-state.ts";

export interface PalettePage {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}

interface Item {
  readonly to: string;
  readonly group: "Pages" | "Calls" | "Sessions";
  readonly icon: ComponentChildren;
  readonly text: ComponentChildren;
  readonly aside: string;
}

const PAUSE_MS = 120;
const SHOWN_CALLS = 6;
const SHOWN_SESSIONS = 4;

export function Palette({
  pages,
  onClose,
}: {
  readonly pages: readonly PalettePage[];
  readonly onClose: () => void;
}): VNode {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const asked = useLater(text.trim());
  const items = useItems(asked, pages);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => setAt(0), [asked]);
  const open = (address: string): void => {
    onClose();
    go(address);
  };
  const everything = callsPath(readSearch(text));
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === "Tab") event.preventDefault();
    else if (key === "Escape") onClose();
    else if (key === "ArrowDown") setAt(Math.min(items.length - 1, at + 1));
    else if (key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (key === "Enter") open(event.ctrlKey ? everything : (items[at]?.to ?? everything));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return h(
    "div",
    {
      class: "ov",
      role: "dialog",
      "aria-modal": "true",
      "aria-label": "Search everything",
      onClick: (event: Event) => {
        if (event.target === event.currentTarget) onClose();
      },
    },
    h("div", { class: "pal", onKeyDown }, [
      h("div", { class: "palin" }, [
        h(Icon, { name: "search" }),
        h("input", {
          ref: input,
          value: text,
          maxLength: 400,
          role: "combobox",
          "aria-expanded": "true",
          "aria-controls": "palette-items",
          "aria-activedescendant": `palette-${at}`,
          "aria-label": "Search everything",
          placeholder: "words, or tool: command: path: host: rule: is:denied",
          onInput: (event: Event) => setText((event.target as HTMLInputElement).value),
        }),
        h("button", { type: "button", class: "b q", onClick: onClose }, "Close"),
      ]),
      h(ItemList, { items, at, open }),
      items.length === 0 ? h("p", { class: "empty" }, "Nothing fits.") : null,
      h("div", { class: "palft hide-s" }, [
        h("span", {}, [h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " move"]),
        h("span", {}, [h("kbd", {}, "Enter"), " open"]),
        h("span", {}, [h("kbd", {}, "ctrl Enter"), " all of it on Calls"]),
        h("span", {}, [h("kbd", {}, "Esc"), " close"]),
      ]),
    ]),
  );
}

function ItemList({
  items,
  at,
  open,
}: {
  readonly items: readonly Item[];
  readonly at: number;
  readonly open: (address: string) => void;
}): VNode {
  return h(
    "div",
    { id: "palette-items", class: "pals", role: "listbox", "aria-label": "Found" },
    items.flatMap((item, index) => [
      item.group === items[index - 1]?.group
        ? null
        : h("h3", { key: item.group, role: "presentation" }, item.group),
      h(
        "div",
        {
          key: `${item.group} ${index} ${item.to}`,
          id: `palette-${index}`,
          class: index === at ? "it sel" : "it",
          role: "option",
          "aria-selected": index === at ? "true" : "false",
          onClick: () => open(item.to),
        },
        [
          h("span", { class: "t3" }, item.icon),
          h("span", { class: "el" }, item.text),
          h("span", {}, item.aside),
        ],
      ),
    ]),
  );
}

/** Gives what was typed last, after a pause. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}

function useItems(text: string, pages: readonly PalettePage[]): readonly Item[] {
  const search = readSearch(text);
  const query = callsPath(search).slice("/calls".length).replace("?", "&");
  const calls = useData<FoundCallsPage>(text === "" ? null : `/calls?limit=${SHOWN_CALLS}${query}`);
  const words = encodeURIComponent(search.words);
  const sessions = useData<SessionList>(
    search.words === "" ? null : `/sessions?limit=${SHOWN_SESSIONS}&q=${words}`,
  );
  const nowMs = Date.now();
  const fitting = pages.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
  return [
    ...fitting.map(
      ({ path, name, icon }): Item => ({
        to: path,
        group: "Pages",
        icon: h(Icon, { name: icon }),
        text: name,
        aside: "",
      }),
    ),
    ...(calls.data?.groups ?? []).map(({ call, count }): Item => {
      const when = formatMoment(call.atMs, { nowMs });
      return {
        to: sessionPath(call.sessionId, call.callId),
        group: "Calls",
        icon: h(Mark, { name: call.mark, word: call.words, dense: true }),
        text: h("span", { class: "m" }, foreign(`${call.tool} ${call.what}`)),
        aside: count === 1 ? when : `× ${formatCount(count)} · ${when}`,
      };
    }),
    ...(sessions.data?.sessions ?? []).map(
      (session): Item => ({
        to: sessionPath(session.sessionId),
        group: "Sessions",
        icon: h(Icon, { name: "sessions" }),
        text: foreign(sessionTitle(session)),
        aside: formatMoment(session.lastAtMs, { nowMs }),
      }),
    ),
  ];
}
