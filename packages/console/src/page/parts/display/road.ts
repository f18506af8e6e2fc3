/** The road: one tick for each stage; the tall one is where a call settled. It is data, and its label says it in words. */
import type { Road } from "@toolplane/contract/console";
import { STAGE_NAMES } from "@toolplane/contract/ports";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";

/** A recorded stage is any text: an older version may have named it. */
const STAGES: readonly string[] = STAGE_NAMES;

const APPROVE = STAGES.indexOf("approve");
const EXECUTE = STAGES.indexOf("execute");
const RECORD = STAGES.indexOf("record");

export interface RoadProps {
  readonly road: Road;
  /** Its process is gone, so its outcome is not known. */
  readonly isUnknown?: boolean;
}

export function RoadTicks({ road, isUnknown = false }: RoadProps): VNode {
  const label = roadWords(road, isUnknown);
  return h(
    "span",
    { class: "road", role: "img", "aria-label": label, title: label },
    STAGES.map((stage, index) => h("i", { key: stage, class: tick(index, road, isUnknown) })),
  );
}

function tick(index: number, { stage, outcome, wasAsked }: Road, isUnknown: boolean): string {
  const at = outcome === "done" ? RECORD : Math.max(0, STAGES.indexOf(stage));
  if (index === APPROVE && wasAsked && at !== APPROVE) return "ask";
  if (outcome === "open") {
    if (index === at) return isUnknown ? "unk" : index === APPROVE ? "ask" : "run";
    return index < at ? "" : "n";
  }
  if (index === at) return outcome === "refused" ? "deny" : "end";
  if (index < at) return "";
  return at >= EXECUTE || index === RECORD ? "" : "n";
}

function roadWords({ stage, outcome, wasAsked }: Road, isUnknown: boolean): string {
  const asked = wasAsked ? ", asked at approve" : "";
  if (outcome === "done") return `settled at record${asked}`;
  if (outcome === "refused") return `settled at ${stage} with an error${asked}`;
  return isUnknown ? `unknown after ${stage}` : `at ${stage} now`;
}
