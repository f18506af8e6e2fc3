/**
 * Agreeing to a server whose tools changed: it is started again, the differences are shown, and one click keeps exactly that.
 * Had it changed again by then, the server says so and keeps nothing.
 */
import type { AcceptedSource, OfferFacts } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Diff } from "../display/diff.ts";

export interface AgreeAgainProps {
  readonly source: string;
  /** Changes that are known already; the fresh look replaces them. */
  readonly known: readonly VNode[];
  /** Settles when the page knows what it is now. */
  readonly onKept: () => Promise<void>;
}

type Step =
  | { readonly at: "closed" | "starting" | "keeping" }
  | { readonly at: "shown"; readonly offer: OfferFacts }
  | { readonly at: "failed"; readonly why: string };

export function AgreeAgain({ source, known, onKept }: AgreeAgainProps): VNode {
  const [step, setStep] = useState<Step>({ at: "closed" });
  const base = `/sources/${encodeURIComponent(source)}`;
  const review = async (): Promise<void> => {
    setStep({ at: "starting" });
    const answer = await sendJson<OfferFacts>("POST", `${base}/offer`, {});
    setStep(
      answer.ok
        ? { at: "shown", offer: answer.value }
        : { at: "failed", why: answer.fault.message },
    );
  };
  const keep = async ({ digest }: OfferFacts): Promise<void> => {
    setStep({ at: "keeping" });
    const answer = await sendJson<AcceptedSource>("POST", `${base}/accept`, { digest });
    if (!answer.ok) return setStep({ at: "failed", why: answer.fault.message });
    await onKept();
    setStep({ at: "closed" });
  };
  const isBusy = step.at === "starting" || step.at === "keeping";
  return h("div", { class: "stack gap" }, [
    ...(step.at === "shown" ? [] : known),
    step.at === "failed" ? h("p", { class: "note deny", role: "alert" }, foreign(step.why)) : null,
    step.at === "shown"
      ? h(Shown, {
          offer: step.offer,
          onKeep: () => void keep(step.offer),
          onLeave: () => setStep({ at: "closed" }),
        })
      : h("div", { class: "row wrap" }, [
          h(
            "button",
            { type: "button", class: "b", disabled: isBusy, onClick: () => void review() },
            step.at === "starting"
              ? "Starting it"
              : step.at === "keeping"
                ? "Keeping it"
                : "Review…",
          ),
        ]),
  ]);
}

function Shown({
  offer,
  onKeep,
  onLeave,
}: {
  readonly offer: OfferFacts;
  readonly onKeep: () => void;
  readonly onLeave: () => void;
}): VNode {
  const { tools, changes, more, gone, left } = offer;
  return h("div", { class: "stack gap", role: "group", "aria-label": "What would be kept" }, [
    ...changes.map(({ tool, reason, change }) =>
      h("div", { key: tool, class: "stack gap" }, [
        h("p", { class: "note ask" }, foreign(reason)),
        h(Diff, { change, workspace: null }),
      ]),
    ),
    more > 0 ? h("p", { class: "t2 sm" }, `and ${more} more that changed`) : null,
    ...gone.map((tool) => h("p", { key: tool, class: "t2 sm" }, foreign(`${tool} is gone`))),
    ...left.map(({ name, reason }) =>
      h("p", { key: name, class: "t2 sm" }, foreign(`${name} is left out: ${reason}`)),
    ),
    h("div", { class: "row wrap" }, [
      h(
        "button",
        { type: "button", class: "b p", onClick: onKeep },
        `Keep it with ${formatPlural(tools, "tool")}`,
      ),
      h("button", { type: "button", class: "b", onClick: onLeave }, "Leave it as it was"),
    ]),
  ]);
}
