/** The record as a whole: whether it is whole, a line to keep elsewhere, the chain of sessions, an export, and letting go. */
import type { RecordFacts } from "@toolplane/contract/console";
import { formatBytes, formatCount, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { Fault, Panel } from "../parts/base/panel.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { ChainStatus } from "../parts/record/chain-status.ts";
import { ChainTable } from "../parts/record/chain-table.ts";
import { ExportForm } from "../parts/record/export-form.ts";
import { PruneForm } from "../parts/record/prune-form.ts";

/** While a verification is under way it is asked how far it is. */
const AGAIN_MS = 1_000;

export function RecordPage({ query }: { readonly query: URLSearchParams }): VNode {
  const { data, fault, reload } = useData<RecordFacts>("/record");
  const isRunning = data?.verification?.state === "running";
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => void reload(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data]);
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Record"),
      h("span", { class: "sub" }, data ? headWords(data) : ""),
    ]),
    fault ? h(Fault, { fault, retry: reload }) : null,
    data === null
      ? fault
        ? null
        : h(Skeleton, { what: "the record" })
      : h("div", { class: "cols rec" }, [
          h("div", {}, [
            h(ChainStatus, { facts: data, reload }),
            h("div", { class: "gap" }, h(ChainTable, { query })),
          ]),
          h("div", {}, [
            h(ExportForm, {}),
            h("div", { class: "gap" }, h(KeptFor, { facts: data, reload })),
          ]),
        ]),
  ]);
}

function headWords({ rows, sessions, sinceMs }: RecordFacts): string {
  const since =
    sinceMs === null
      ? ""
      : ` · since ${new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" }).format(sinceMs)}`;
  return `${formatPlural(rows, "row")} · ${formatPlural(sessions, "session")}, of every folder${since}`;
}

function KeptFor({
  facts,
  reload,
}: {
  readonly facts: RecordFacts;
  readonly reload: () => Promise<void>;
}): VNode {
  const { keepDays, keepMegabytes, store, sidecars } = facts;
  return h(Panel, { title: "Kept for" }, [
    h("div", { class: "bd" }, [
      h("dl", { class: "kv" }, [
        h("dt", {}, "Sessions"),
        h("dd", {}, keepDays === 0 ? "always" : formatPlural(keepDays, "day")),
        h("dt", {}, "At most"),
        h("dd", {}, keepMegabytes === 0 ? "no bound" : `${formatCount(keepMegabytes)} MB`),
        h("dt", {}, "Store"),
        h("dd", {}, store.bytes === 0 ? store.kind : `${store.kind}, ${formatBytes(store.bytes)}`),
        h("dt", {}, "Outputs in files"),
        h("dd", {}, `${formatCount(sidecars.files)}, ${formatBytes(sidecars.bytes)}`),
      ]),
      h("p", { class: "t3 sm gap" }, [
        "Set by ",
        h("code", {}, "keepDays"),
        " and ",
        h("code", {}, "keepMegabytes"),
        ": toolplane config",
      ]),
    ]),
    h(PruneForm, { reload }),
  ]);
}
