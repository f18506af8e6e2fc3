/** A session walked again by the rules of today, from its record alone: what would come out otherwise. Nothing runs. */
import type { Replayed } from "@toolplane/contract/console";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type ApiFault, sendJson } from "../../api/request.ts";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { Fault, Panel } from "../base/panel.ts";

export function ReplayPanel({ sessionId }: { readonly sessionId: string }): VNode {
  const [found, setFound] = useState<Replayed | null>(null);
  const [fault, setFault] = useState<ApiFault | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const path = `/sessions/${encodeURIComponent(sessionId)}/replay`;
    void sendJson<Replayed>("POST", path, {}, gone.signal).then((answer) => {
      if (gone.signal.aborted) return;
      if (answer.ok) setFound(answer.value);
      else setFault(answer.fault);
    });
    return () => gone.abort();
  }, [sessionId]);
  return h(
    Panel,
    { title: "Replay", note: "every call again, by today's rules; nothing runs" },
    h("div", { class: "bd stack", role: "status" }, [
      fault ? h(Fault, { fault }) : null,
      found === null && fault === null ? h("p", { class: "t3" }, "Replaying.") : null,
      found === null ? null : h(Outcome, { found }),
      ...(found?.others ?? []).map((call) =>
        h("div", { key: call.callId, class: "stack" }, [
          h("p", { class: "row" }, [
            h(Mark, {
              name: call.outcome === "different" ? "failed" : "unknown",
              word: call.outcome,
            }),
            h(Link, {
              to: sessionPath(sessionId, call.callId),
              class: "l m el",
              children: foreign(`${call.tool || "call"} ${call.callId}`),
            }),
          ]),
          ...call.reasons.map((reason, index) =>
            h("p", { key: index, class: "t2 sm" }, foreign(reason)),
          ),
        ]),
      ),
    ]),
  );
}

function Outcome({ found }: { readonly found: Replayed }): VNode {
  const { same, rows, calls, others } = found;
  return h("p", { class: "row wrap" }, [
    h(Mark, {
      name: same ? "allow" : "failed",
      word: same ? "all the same" : `${others.length} not the same`,
    }),
    h(
      "span",
      { class: "t2" },
      `${formatPlural(calls, "call")}; ${formatCount(rows.same)} of ${formatPlural(rows.of, "row")} byte for byte.`,
    ),
  ]);
}
