import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { areKeysOn, switchKeys } from "./keys.ts";

/** The keys of all pages. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): VNode {
  const [isOn, setOn] = useState(areKeysOn());
  const keys: readonly (readonly [string, string])[] = [
    ["j k", "next and previous"],
    ["Enter", "open, or send the answer that is picked"],
    ["w f", "why, and the footprint, of a call"],
    ["o a r e", "pick: once, always, reject, edit"],
    ["n", "next card"],
    ["/", "search this page"],
    ["ctrl k", "search everything"],
    ["g n s c p", "go to Now, Sessions, Calls, Policy"],
    ["g a h v l t o r f", "go to Answered, Chat, Views, Fleet, Tools, Sources, Record, Figures"],
    ["?", "these keys"],
  ];
  return h("div", { class: "keys", role: "dialog", "aria-label": "Keys" }, [
    h(
      "dl",
      {},
      keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
    h("label", { class: "row gap" }, [
      h("input", {
        type: "checkbox",
        checked: isOn,
        onChange: () => {
          switchKeys(!isOn);
          setOn(!isOn);
        },
      }),
      "single letters are keys",
    ]),
    h("button", { type: "button", class: "b gap", onClick: onClose }, "Close"),
  ]);
}
