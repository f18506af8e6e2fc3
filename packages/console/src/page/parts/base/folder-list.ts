/** The folders that sessions are recorded of: a press shows everything of that one, rules and tools too. */
import type { FolderList as Listed } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { pickFolder } from "../../api/picked-folder.ts";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "./foreign.ts";
import { Empty, Fault } from "./panel.ts";
import { baseName } from "./short-path.ts";
import { Skeleton } from "./skeleton.ts";

export function FolderList({ current }: { readonly current: string | null }): VNode {
  const { data, fault, reload } = useData<Listed>("/folders");
  if (fault) return h(Fault, { fault, retry: reload });
  if (!data) return h(Skeleton, { what: "the folders", rows: 3 });
  if (data.folders.length === 0) return h(Empty, {}, "No session of any folder is recorded yet.");
  return h(
    "div",
    { class: "folders" },
    data.folders.map(({ workspace, sessions }) =>
      h(
        "button",
        {
          key: workspace,
          type: "button",
          "aria-current": workspace === current ? "true" : undefined,
          onClick: () => pickFolder(workspace),
        },
        [
          h("span", {}, foreign(baseName(workspace))),
          h("span", { class: "t3 sm" }, formatPlural(sessions, "session")),
          h("span", { class: "t3 sm m" }, foreign(workspace)),
        ],
      ),
    ),
  );
}
