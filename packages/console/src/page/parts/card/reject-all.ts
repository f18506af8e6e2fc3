/**
 * Rejects every question that waits, with one note. There is no such button for allowing: what is allowed was read, card by card.
 */
import type { Waiting } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { h } from "../../ground/h.ts";
import { useOpenedPanel } from "../base/opened-panel.ts";

export interface RejectAllProps {
  readonly waiting: readonly Waiting[];
  readonly onDone: () => void;
}

export function RejectAll({ waiting, onDone }: RejectAllProps): VNode | null {
  /** Those that waited when the button was pressed: what comes later was not meant. */
  const [meant, setMeant] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState("");
  const done = (failed: number): void => {
    setMeant(null);
    setSaid(
      failed === 0
        ? ""
        : `${formatPlural(failed, "question")} could not be rejected: answered elsewhere, withdrawn, or in need of words.`,
    );
    onDone();
  };
  return h("div", {}, [
    said === "" ? null : h("p", { class: "note", role: "status" }, said),
    meant !== null
      ? h(Sure, { ids: meant, onDone: done, onClose: () => setMeant(null) })
      : waiting.length < 2
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "b",
              onClick: () => setMeant(waiting.map(({ id }) => id)),
            },
            `Reject all ${waiting.length}…`,
          ),
  ]);
}

function Sure({
  ids,
  onDone,
  onClose,
}: {
  readonly ids: readonly string[];
  readonly onDone: (failed: number) => void;
  readonly onClose: () => void;
}): VNode {
  const [note, setNote] = useState("");
  const { isActing, act } = useAct();
  const { ref, leave } = useOpenedPanel(onClose);
  const reject = async (): Promise<void> => {
    const body = { choice: "reject", ...(note === "" ? {} : { note }) };
    let failed = 0;
    for (const id of ids) {
      const answer = await sendJson("POST", `/approvals/${encodeURIComponent(id)}/answer`, body);
      if (!answer.ok) failed += 1;
    }
    onDone(failed);
  };
  return h(
    "div",
    { ref, tabIndex: -1, class: "pan bd stack", role: "group", "aria-label": "Reject all" },
    [
      h("label", { class: "stack" }, [
        h("span", { class: "t2 sm" }, "Your note: each model gets it as the result."),
        h("input", {
          class: "f",
          value: note,
          maxLength: 10_000,
          onInput: (event: Event) => setNote((event.target as HTMLInputElement).value),
        }),
      ]),
      h("div", { class: "row wrap" }, [
        h(
          "button",
          { type: "button", class: "b", disabled: isActing, onClick: () => act(reject) },
          isActing ? "Rejecting" : `Reject ${formatPlural(ids.length, "question")}`,
        ),
        h("button", { type: "button", class: "b q", onClick: leave }, "Keep them"),
      ]),
    ],
  );
}
