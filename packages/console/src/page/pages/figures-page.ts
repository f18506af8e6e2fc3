/** Figures: each plot answers a question. Colour is spent on what asked and what was refused. */
import type { Figures } from "@toolplane/contract/console";
import { formatCount, formatDuration, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, withQuery } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Empty, Fault, Panel, Segments } from "../parts/base/panel.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { BarList, Columns } from "../parts/display/plots.ts";
import { sampleWords, Totals } from "../parts/display/totals.ts";

const SPANS = ["7", "30", "90"] as const;
type Span = (typeof SPANS)[number];

export function FiguresPage({ query }: { readonly query: URLSearchParams }): VNode {
  const span = SPANS.find((one) => one === query.get("days")) ?? "30";
  const { data, fault, reload } = useData<Figures>(`/figures?days=${span}`);
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Figures"),
      h(Segments<Span>, {
        label: "Days",
        value: span,
        options: SPANS.map((value) => ({ value, text: `${value} days` })),
        onPick: (value) => go(withQuery({ days: value === "30" ? null : value })),
      }),
    ]),
    fault ? h(Fault, { fault, retry: reload }) : null,
    data === null && !fault ? h(Skeleton, { what: "the figures" }) : null,
    data ? h(Totals, { figures: data }) : null,
    data
      ? h("div", { class: "stack" }, [
          h(PlotPanel, { figures: data }),
          h("div", { class: "cols halves" }, [
            h(Questions, { figures: data }),
            h(Latencies, { figures: data }),
          ]),
          h("div", { class: "cols halves" }, [
            h(Refusals, { figures: data }),
            h(Models, { figures: data }),
          ]),
          h(Spending, { figures: data }),
          h(Times, { figures: data }),
        ])
      : null,
  ]);
}

function PlotPanel({ figures }: { readonly figures: Figures }): VNode {
  const most = Math.max(1, ...figures.days.map(({ calls }) => calls));
  const part = (count: number): { readonly height: string } => ({
    height: `${(count / most) * 100}%`,
  });
  const first = figures.days[0]?.day ?? "";
  const last = figures.days.at(-1)?.day ?? "";
  const words = figures.days
    .filter(({ calls }) => calls > 0)
    .map(
      ({ day, calls, asked, refused }) =>
        `${day}: ${calls} calls, ${asked} asked, ${refused} refused`,
    );
  return h(Panel, { title: "How much was called, asked and refused?", note: "by day" }, [
    h(
      "div",
      {
        class: "plot",
        role: "img",
        "aria-label": words.length === 0 ? "No calls." : words.join("; "),
      },
      figures.days.map(({ day, calls, asked, refused }) =>
        h(
          "div",
          {
            key: day,
            title: `${day}: ${formatPlural(calls, "call")}, ${asked} asked, ${refused} refused`,
          },
          [
            h("i", { style: part(Math.max(0, calls - asked - refused)) }),
            h("i", { class: "k", style: part(Math.min(asked, calls)) }),
            h("i", { class: "d", style: part(refused) }),
          ],
        ),
      ),
    ),
    h("div", { class: "plot-axis" }, [
      h("span", {}, first),
      h("span", { class: "legend" }, [
        ...[h("i", {}), " ran unasked"],
        ...[h("i", { class: "k" }), " asked"],
        ...[h("i", { class: "d" }), " refused"],
        ` · most: ${formatCount(most)} a day`,
      ]),
      h("span", {}, last),
    ]),
  ]);
}

function Questions({ figures }: { readonly figures: Figures }): VNode {
  const bars = figures.questions.map(({ asked, sessions }) => ({
    name: asked,
    count: sessions,
    // One that never asks is not coloured as one that does.
    isPlain: asked === "never",
  }));
  return h(
    Panel,
    {
      title: "How often must a session ask?",
      note: `${formatPlural(figures.sessions, "session")}, ${sampleWords(figures)}`,
    },
    h(BarList, { bars, unit: "session", kind: "k" }),
  );
}

function Latencies({ figures }: { readonly figures: Figures }): VNode {
  const last = figures.latencies.at(-2)?.upToMs ?? 0;
  const bars = figures.latencies.map(({ upToMs, calls }) => ({
    name: upToMs === null ? `over ${formatDuration(last)}` : `under ${formatDuration(upToMs)}`,
    count: calls,
  }));
  return h(
    Panel,
    {
      title: "How long do calls take?",
      note: `${sampleWords(figures)}, without waits for a person`,
    },
    h(BarList, { bars, unit: "call" }),
  );
}

function Refusals({ figures }: { readonly figures: Figures }): VNode {
  const bars = figures.refusals.map(({ stage, code, calls }) => ({
    name: `${stage}: ${code.replaceAll("_", " ")}`,
    count: calls,
  }));
  return h(
    Panel,
    { title: "What was refused, and where?", note: `${sampleWords(figures)}, by stage and code` },
    bars.length === 0
      ? h(Empty, {}, "None of these calls was refused.")
      : h(BarList, { bars, unit: "call", kind: "d" }),
  );
}

function Models({ figures }: { readonly figures: Figures }): VNode {
  const bars = figures.models.map(({ model, inputTokens, outputTokens, costMicros }) => ({
    name: model,
    count: inputTokens + outputTokens,
    note: formatCost(costMicros),
  }));
  return h(
    Panel,
    { title: "Which models were used?", note: "tokens, cost" },
    bars.length === 0 ? h(Empty, {}, NO_RUNS) : h(BarList, { bars, unit: "token" }),
  );
}

const NO_RUNS = "No agent has run here. The chat begins one, and so does toolplane run.";

function Spending({ figures }: { readonly figures: Figures }): VNode {
  const total = figures.spending.reduce((sum, { costMicros }) => sum + costMicros, 0);
  const columns = figures.spending.map(({ day, inputTokens, outputTokens, costMicros }) => ({
    name: day,
    count: inputTokens + outputTokens,
    text: `${day}: ${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out, ${formatCost(costMicros)}`,
  }));
  return h(
    Panel,
    {
      title: "What was spent on models?",
      note: total === 0 ? "tokens by day" : `tokens by day, ${formatCost(total)} in all`,
    },
    columns.every(({ count }) => count === 0)
      ? h(Empty, {}, figures.models.length === 0 ? NO_RUNS : "No tokens were counted in this time.")
      : h(Columns, { columns, unit: "tokens" }),
  );
}

/** Of a provider that names no price nothing is known. */
function formatCost(micros: number): string {
  return micros === 0
    ? "no cost known"
    : `$${(micros / 1_000_000).toFixed(micros < 10_000 ? 4 : 2)}`;
}

function Times({ figures }: { readonly figures: Figures }): VNode {
  const most = Math.max(1, ...figures.tools.map(({ p95Ms }) => p95Ms));
  return h(
    Panel,
    {
      title: "Which tools take time, and which wait for a person?",
      note: sampleWords(figures),
    },
    figures.tools.length === 0
      ? h(Empty, {}, "No calls yet.")
      : h("table", { class: "tb" }, [
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Tool", "Calls", "p50", "p95", "", "Refused", "Waited"].map((text, at) =>
                h(
                  "th",
                  {
                    scope: "col",
                    class: at === 0 || at === 4 ? "" : at > 4 || at === 1 ? "r hide-s" : "r",
                  },
                  text === "" ? h("span", { class: "sr" }, "p95 as a bar") : text,
                ),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            figures.tools.map((tool) =>
              h("tr", { key: tool.tool }, [
                h("td", { class: "m el" }, foreign(tool.tool)),
                h("td", { class: "r hide-s" }, formatCount(tool.calls)),
                h("td", { class: "r nw" }, formatDuration(tool.p50Ms)),
                h("td", { class: "r nw" }, formatDuration(tool.p95Ms)),
                h(
                  "td",
                  {},
                  h(
                    "span",
                    { class: "meter", "aria-hidden": "true" },
                    h("i", { style: { width: `${(tool.p95Ms / most) * 100}%` } }),
                  ),
                ),
                h("td", { class: "r hide-s" }, formatCount(tool.refused)),
                h(
                  "td",
                  { class: "r hide-s nw" },
                  tool.waitedMs === 0 ? "–" : formatDuration(tool.waitedMs),
                ),
              ]),
            ),
          ),
        ]),
  );
}
