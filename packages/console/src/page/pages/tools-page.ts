/** The tools: search as a model's own search does it, one in full, and a call by hand with a form made from its schema. */
import type { ToolFacts, ToolLine, ToolList } from "@toolplane/contract/console";
import { formatCount, formatDuration } from "@toolplane/readings";
import type { VNode } from "preact";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, withQuery } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { useKeys } from "../parts/base/keys.ts";
import { Mark } from "../parts/base/mark.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";
import { SearchBox } from "../parts/base/search-box.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { TryTool } from "../parts/explain/try-tool.ts";

export function ToolsPage({
  query,
  workspace,
}: {
  readonly query: URLSearchParams;
  readonly workspace: string | null;
}): VNode {
  const words = query.get("q") ?? "";
  const { data, fault, reload } = useData<ToolList>(`/tools?q=${encodeURIComponent(words)}`);
  const tools = data?.tools ?? [];
  const name = query.get("tool") ?? tools[0]?.name ?? null;
  const at = tools.findIndex((tool) => tool.name === name);
  const select = (index: number): void => {
    const tool = tools[index];
    if (tool) go(withQuery({ tool: tool.name }), { replace: true });
  };
  useKeys({
    j: () => select(Math.min(tools.length - 1, at + 1)),
    k: () => select(Math.max(0, at - 1)),
  });
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Tools"),
      h(SearchBox, {
        label: "Search tools",
        hint: "what it should do",
        value: words,
        onWords: (q) => go(withQuery({ q, tool: null }), { replace: true }),
      }),
      h(
        "span",
        { class: "sub" },
        data ? `${formatCount(tools.length)} of ${formatCount(data.total)}` : "",
      ),
    ]),
    fault ? h(Fault, { fault, retry: reload }) : null,
    ...(data?.problems ?? []).map((problem) =>
      h(
        "p",
        { key: problem.name, class: "note ask" },
        foreign(`${problem.name}: ${problem.message}`),
      ),
    ),
    h("div", { class: "two" }, [
      h(
        "div",
        { class: "pan" },
        data === null
          ? fault
            ? null
            : h(Skeleton, { what: "the tools" })
          : tools.length === 0
            ? h(Empty, {}, "No tool answers to that.")
            : h(ToolTable, { tools, name, onPick: select }),
      ),
      name === null ? null : h(OneTool, { key: name, name, workspace }),
    ]),
  ]);
}

function ToolTable({
  tools,
  name,
  onPick,
}: {
  readonly tools: readonly ToolLine[];
  readonly name: string | null;
  readonly onPick: (index: number) => void;
}): VNode {
  return h("table", { class: "tb" }, [
    h("colgroup", {}, [
      h("col", {}),
      h("col", { class: "w92 hide-s" }),
      h("col", { class: "w92 posture" }),
      h("col", { class: "touches hide-s" }),
      h("col", { class: "w60 hide-s" }),
    ]),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Tool", "Origin", "Checked", "Touches", "Calls"].map((text, at) =>
          h(
            "th",
            { scope: "col", class: at === 0 || at === 2 ? "" : at === 4 ? "r hide-s" : "hide-s" },
            text,
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      tools.map((tool, index) =>
        h(
          "tr",
          {
            key: `${tool.name} ${tool.origin}`,
            class: tool.name === name ? "go sel" : "go",
            onClick: () => onPick(index),
          },
          [
            h("td", {}, [
              h(
                "button",
                { type: "button", class: "b q m", onClick: () => onPick(index) },
                foreign(tool.name),
              ),
              tool.summary === "" ? null : h("div", { class: "t2 sm el" }, foreign(tool.summary)),
              tool.reason === null ? null : h("div", { class: "t2 sm" }, foreign(tool.reason)),
              tool.needs === null ? null : h("div", { class: "t2 sm" }, tool.needs),
              tool.shadows.length === 0
                ? null
                : h("div", { class: "t2 sm" }, foreign(`shadows ${tool.shadows.join(", ")}`)),
            ]),
            h("td", { class: "t2 hide-s el" }, foreign(tool.origin.replace(":", " "))),
            h(
              "td",
              { class: "t2" },
              tool.posture === "quarantined" || tool.needs !== null
                ? h(Mark, {
                    name: "off",
                    word: tool.needs === null ? "quarantined" : "not ready",
                  })
                : tool.posture,
            ),
            h("td", { class: "m t2 hide-s el" }, tool.mayTouch),
            h("td", { class: "r hide-s" }, formatCount(tool.calls)),
          ],
        ),
      ),
    ),
  ]);
}

function OneTool({
  name,
  workspace,
}: {
  readonly name: string;
  readonly workspace: string | null;
}): VNode {
  const { data, fault } = useData<ToolFacts>(`/tools/${encodeURIComponent(name)}`);
  if (fault) return h(Fault, { fault });
  if (!data) return h(Skeleton, { what: "the tool" });
  return h(Panel, { title: data.name, note: foreign(data.registrations[0]?.origin ?? "") }, [
    h("div", { class: "sec" }, [
      h("p", { class: "t2" }, foreign(data.description)),
      h("dl", { class: "kv gap" }, [
        h("dt", {}, "Mode"),
        h("dd", {}, data.mode),
        h("dt", {}, "Approval key"),
        h(
          "dd",
          {},
          data.approvalKey === "own"
            ? "a key of the tool's own"
            : "its footprint: what each call touches",
        ),
        h("dt", {}, "Limits"),
        h(
          "dd",
          {},
          `${formatDuration(data.limits.timeoutMs)} a call · ${formatCount(data.limits.maxOutput)} bytes, the rest is in a file`,
        ),
      ]),
    ]),
    h(TryTool, { tool: data, workspace }),
    h("details", { class: "sec" }, [
      h("summary", { class: "t2" }, "Schema"),
      h(
        "pre",
        { class: "well scroll", tabIndex: 0 },
        foreign(JSON.stringify(data.parameters, null, 2)),
      ),
    ]),
  ]);
}
