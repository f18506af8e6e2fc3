/** Shows a fleet's workers, what waits in which queue and why, and what went wrong. */
import type { FleetFacts, FleetReport } from "@toolplane/contract/console";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { ComponentChildren, VNode } from "preact";
import { type Live, useLive } from "../api/live.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { Link, sessionPath } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Mark } from "../parts/base/mark.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";

export function FleetPage({ live }: { readonly live: Live }): VNode {
  const { data, fault, reload } = useData<FleetFacts>("/fleet");
  useLive(live, ["sessions", "approvals"], reload);
  const fleet = data?.fleet ?? null;
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Fleet"),
      h("span", { class: "sub" }, fleet ? formatPlural(fleet.workers.length, "worker") : ""),
      h("span", { class: "sp" }),
      h("button", { type: "button", class: "b q", onClick: () => void reload() }, "Look again"),
    ]),
    fault ? h(Fault, { fault, retry: reload }) : null,
    data !== null && fleet === null
      ? h(
          Empty,
          {},
          "The record is of this machine alone. A fleet works on one that a team shares.",
        )
      : null,
    ...(fleet === null ? [] : panels(fleet)),
  ]);
}

function panels({ workers, queues, waits, failures, unknown }: FleetReport): readonly VNode[] {
  return [
    panel("Workers", "their leases go by the database's clock", {
      none: "No worker is there: toolplane worker is one.",
      rows: workers.map((one) =>
        entry(one.worker, {
          title: foreign(one.name),
          mark: one.isHeld
            ? h(Mark, {
                name: one.isDraining ? "waiting" : "running",
                word: one.isDraining ? "drains" : one.driving > 0 ? "works" : "is ready",
              })
            : h(Mark, { name: "failed", word: "lease ran out" }),
          figure: `${one.driving} of ${one.concurrency}`,
          detail: foreign(`${one.queues.join(", ")} \u00b7 ${one.labels.join(" ")}`),
        }),
      ),
    }),
    panel("Queues", "runs that need the same", {
      none: "Nothing waits to be driven.",
      rows: queues.map((one) =>
        entry([one.queue, one.version, ...one.labels].join(" "), {
          title: foreign(one.queue),
          mark:
            one.isServed || one.waiting + one.later + one.driving === 0
              ? null
              : h(Mark, { name: "ask", word: "no worker takes these" }),
          figure: `${one.waiting} wait \u00b7 ${one.later} later \u00b7 ${one.driving} driven`,
          detail: foreign([`loop ${one.version}`, ...one.labels, ...limitsOf(one)].join(" ")),
        }),
      ),
    }),
    panel("Wait", "for people or subagents; these occupy no worker", {
      none: "Nothing waits for a person or a subagent.",
      rows: waits.map((one) =>
        entry(one.run, {
          title: foreign(one.prompt === "" ? one.run : one.prompt),
          mark:
            one.questions.length > 0
              ? h(Mark, { name: "ask", word: formatPlural(one.questions.length, "question") })
              : h(Mark, { name: "running", word: formatPlural(one.subagents.length, "subagent") }),
          figure: formatMoment(one.sinceMs, { nowMs: Date.now() }),
          detail:
            one.questions.length === 0
              ? foreign(one.run)
              : h(Link, { to: "/", class: "l", children: "Answer on the page Now" }),
        }),
      ),
    }),
    panel("Went wrong", "tried again, each time later", {
      none: "Nothing went wrong lately.",
      rows: failures.map((one) =>
        entry(one.run, {
          title: foreign(one.run),
          mark: h(Mark, { name: "failed", word: one.isGivenUp ? "given up" : "tried again" }),
          figure: formatPlural(one.times, "time"),
          detail: foreign(one.fault),
        }),
      ),
    }),
    panel("Unknown calls", "began and never settled; their models were told so", {
      none: "No effect is unknown.",
      rows: unknown.map((one) =>
        entry(`${one.sessionId} ${one.callId}`, {
          title: foreign(one.callId),
          mark: h(Mark, { name: "unknown", word: "unknown" }),
          figure: "",
          detail: h(Link, {
            to: sessionPath(one.sessionId),
            class: "l",
            children: foreign(one.sessionId),
          }),
        }),
      ),
    }),
  ];
}

function panel(
  title: string,
  note: string,
  { none, rows }: { readonly none: string; readonly rows: readonly VNode[] },
): VNode {
  return h(
    Panel,
    { key: title, title, note },
    rows.length === 0 ? h(Empty, {}, none) : h("div", {}, rows),
  );
}

function entry(
  key: string,
  {
    title,
    mark,
    figure,
    detail,
  }: {
    readonly title: ComponentChildren;
    readonly mark: VNode | null;
    readonly figure: string;
    readonly detail: ComponentChildren;
  },
): VNode {
  return h("div", { class: "sec", key }, [
    h("div", { class: "row wrap" }, [
      h("h3", {}, title),
      mark,
      h("span", { class: "sp" }),
      h("span", { class: "t2 nw" }, figure),
    ]),
    h("p", { class: "t3 sm" }, detail),
  ]);
}

/** Of all workers together. */
function limitsOf({ concurrency, perSecond }: FleetReport["queues"][number]): readonly string[] {
  return [
    ...(concurrency === undefined ? [] : [`\u00b7 at most ${concurrency} at once`]),
    ...(perSecond === undefined ? [] : [`\u00b7 at most ${perSecond} a second`]),
  ];
}
