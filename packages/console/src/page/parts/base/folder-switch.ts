/** Names the folder that is shown, and opens the list of the others. */
import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { FolderList } from "./folder-list.ts";
import { foreign } from "./foreign.ts";
import { useKeys } from "./keys.ts";
import { baseName } from "./short-path.ts";

export function FolderSwitch({
  workspace,
  isKnown,
}: {
  readonly workspace: string | null;
  /** False: it is being read. */
  readonly isKnown: boolean;
}): VNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = !isKnown ? "…" : workspace === null ? "no folder" : baseName(workspace);
  useKeys(
    isOpen
      ? {
          Escape: () => {
            setOpen(false);
            button.current?.focus();
          },
        }
      : {},
  );
  const onFocusOut = (event: FocusEvent): void => {
    const box = event.currentTarget;
    const isInside =
      event.relatedTarget instanceof Node &&
      box instanceof Node &&
      box.contains(event.relatedTarget);
    if (!isInside) setOpen(false);
  };
  return h("div", { class: "wsbox", onFocusOut }, [
    h(
      "button",
      {
        ref: button,
        type: "button",
        class: "ws",
        "aria-expanded": isOpen ? "true" : "false",
        onClick: () => setOpen(!isOpen),
      },
      [
        h("span", {}, [
          h("span", { class: "el" }, [h("span", { class: "sr" }, "Folder: "), foreign(name)]),
          h("span", { class: "t3 sm" }, "this machine"),
        ]),
        h("span", { class: "t3", "aria-hidden": "true" }, isOpen ? "⌃" : "⌄"),
      ],
    ),
    isOpen ? h("div", { class: "wsmenu pan" }, h(FolderList, { current: workspace })) : null,
  ]);
}
