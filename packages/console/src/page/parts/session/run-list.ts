/** Runs of agents: what each was asked for, and its state. One that waits or was cut off goes on from the terminal. */
import type { KeptRun, KeptRuns } from "@toolplane/contract/console";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { type Live, useLive } from "../../api/live.ts";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Mark, type MarkName } from "../base/mark.ts";
import { Panel } from "../base/panel.ts";

const MARKS: Readonly<Record<KeptRun["status"], MarkName>> = {
  ready: "off",
  working: "running",
  interrupted: "unknown",
  suspended: "waiting",
  done: "allow",
  stopped: "off",
  failed: "failed",
};

export function RunList({ live }: { readonly live: Live }): VNode | null {
  const { data, reload } = useData<KeptRuns>("/runs?limit=10");
  useLive(live, ["sessions", "approvals"], reload);
  if (!data || data.runs.length === 0) return null;
  return h(
    Panel,
    { title: "Runs of agents" },
    h(
      "div",
      {},
      data.runs.map((run) =>
        h("div", { key: run.id, class: "un moved ran" }, [
          h(Mark, { name: MARKS[run.status], word: run.status }),
          h(Link, {
            to: sessionPath(run.sessionId),
            class: "l el",
            children: foreign(run.prompt.split("\n")[0] ?? ""),
          }),
          h("span", { class: "t3 nw" }, formatPlural(run.turns, "turn")),
          h("span", { class: "t3 nw r" }, formatMoment(run.updatedAtMs, { nowMs: Date.now() })),
        ]),
      ),
    ),
  );
}
