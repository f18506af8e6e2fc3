/** An export of many sessions as one file: which, and with how much of what was said. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { markedHref } from "../../api/page-mark.ts";
import { h } from "../../ground/h.ts";
import { Panel } from "../base/panel.ts";

const RANGES = [
  { days: "1", text: "Begun in the last day" },
  { days: "7", text: "Begun in the last 7 days" },
  { days: "30", text: "Begun in the last 30 days" },
  { days: "36500", text: "All" },
] as const;

export function ExportForm(): VNode {
  const [days, setDays] = useState<string>("7");
  const [isAll, setAll] = useState(false);
  const [hasContent, setContent] = useState(false);
  const [hasRows, setRows] = useState(false);
  const wanted = new URLSearchParams({
    days,
    all: String(isAll),
    content: String(hasContent),
    rows: String(hasRows),
  });
  const box = (text: string, isOn: boolean, set: (isOn: boolean) => void): VNode =>
    h("label", { class: "row" }, [
      h("input", { type: "checkbox", checked: isOn, onChange: () => set(!isOn) }),
      text,
    ]);
  return h(
    Panel,
    { title: "Export", note: "JSON lines" },
    h("div", { class: "bd stack" }, [
      h("label", { class: "stack" }, [
        h("span", { class: "t2 sm" }, "Sessions"),
        h(
          "select",
          {
            class: "f",
            value: days,
            onChange: (event: Event) => setDays((event.target as HTMLSelectElement).value),
          },
          RANGES.map((range) => h("option", { key: range.days, value: range.days }, range.text)),
        ),
      ]),
      box("of every folder", isAll, setAll),
      box("Arguments, results and causes", hasContent, setContent),
      box("Rows of the chains", hasRows, setRows),
      h(
        "p",
        { class: "t3 sm" },
        "The newest 1,000 sessions at most. Known secrets were masked when they were recorded; an export cannot unmask them.",
      ),
      h(
        "a",
        {
          class: "b",
          href: markedHref(`/api/v1/record/export?${wanted}`),
          download: "record.jsonl",
        },
        "Export",
      ),
    ]),
  );
}
