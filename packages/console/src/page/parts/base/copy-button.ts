/** Copies an id or a line, and says that it did: what is copied is the whole of it, also where the page shows only its beginning. */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { Icon } from "./icon.ts";

const SAID_MS = 2_000;

export function CopyButton({
  text,
  what,
}: {
  readonly text: string;
  /** For who cannot see the icon: `the session's id`. */
  readonly what: string;
}): VNode {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      setSaid("This browser does not copy here: select the text.");
    }
  };
  return h("span", { class: "copy" }, [
    h(
      "button",
      {
        type: "button",
        "aria-label": `Copy ${what}`,
        title: `Copy ${what}`,
        onClick: (event: Event) => {
          event.stopPropagation();
          void copy();
        },
      },
      h(Icon, { name: "copy" }),
    ),
    h("span", { class: "t2 sm", role: "status" }, said),
  ]);
}
