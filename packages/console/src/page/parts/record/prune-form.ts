/** Letting go of old sessions: first how many there are, then a second press. Nothing that was let go of can be undone. */
import type { PrunedRecord } from "@toolplane/contract/console";
import { formatBytes, formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";

const FIRST_DAYS = "90";
const MOST_DAYS = 36_500;

export function PruneForm({ reload }: { readonly reload: () => Promise<void> }): VNode {
  const [days, setDays] = useState(FIRST_DAYS);
  const [found, setFound] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const { isActing, act } = useAct();
  const isGood = /^[1-9]\d{0,4}$/.test(days) && Number(days) <= MOST_DAYS;
  const prune = (isTry: boolean): void =>
    act(async () => {
      const body = { days: Number(days), isTry };
      const answer = await sendJson<PrunedRecord>("POST", "/record/prune", body);
      if (!answer.ok) return setSaid(answer.fault.message);
      const { sessions, bytes } = answer.value;
      setFound(isTry && sessions > 0 ? sessions : null);
      if (isTry) return setSaid(sessions === 0 ? "No session is as old as that." : "");
      setSaid(
        `${formatPlural(sessions, "session")} let go of.${bytes === null ? "" : ` The store holds ${formatBytes(bytes)} now.`}`,
      );
      await reload();
    });
  return h("div", { class: "bd stack sec" }, [
    h("label", { class: "stack" }, [
      h("span", { class: "t2 sm" }, "Let go of sessions not touched for days"),
      h("input", {
        class: "f",
        type: "number",
        min: 1,
        max: MOST_DAYS,
        value: days,
        onInput: (event: Event) => {
          setDays((event.target as HTMLInputElement).value);
          setFound(null);
          setSaid("");
        },
      }),
    ]),
    found === null
      ? h(
          "button",
          { type: "button", class: "b", disabled: !isGood || isActing, onClick: () => prune(true) },
          isActing ? "Counting" : "How many are there?",
        )
      : h("div", { class: "stack" }, [
          h(
            "p",
            { class: "note ask" },
            `${formatPlural(found, "session")} would go, with outputs and what undo needs. It cannot be taken back.`,
          ),
          h("div", { class: "row wrap" }, [
            h(
              "button",
              { type: "button", class: "b", disabled: isActing, onClick: () => prune(false) },
              isActing ? "Letting go" : `Let go of ${formatCount(found)}`,
            ),
            h(
              "button",
              { type: "button", class: "b q", disabled: isActing, onClick: () => setFound(null) },
              "Keep them",
            ),
          ]),
        ]),
    said === "" ? null : h("p", { class: "t2 sm", role: "status" }, foreign(said)),
  ]);
}
