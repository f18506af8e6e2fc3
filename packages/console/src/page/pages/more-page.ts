/** The pages that a phone has no tab for, and what holds here. */
import type { Here } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { h } from "../ground/h.ts";
import { Link } from "../ground/router.ts";
import { FolderList } from "../parts/base/folder-list.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Icon, type IconName } from "../parts/base/icon.ts";
import { NoticeSwitch } from "../parts/notices/notice-switch.ts";

export function MorePage({
  pages,
  here,
}: {
  readonly pages: readonly {
    readonly path: string;
    readonly name: string;
    readonly icon: IconName;
  }[];
  readonly here: Here | null;
}): VNode {
  return h("div", {}, [
    h("div", { class: "ph" }, h("h1", {}, "More")),
    h(
      "nav",
      { class: "pan more-pages", "aria-label": "More pages" },
      pages.map(({ path, name, icon }) =>
        h(Link, { key: path, to: path, children: [h(Icon, { name: icon }), name] }),
      ),
    ),
    h("div", { class: "gap" }, [
      h("h2", {}, "Folder"),
      h("div", { class: "pan gap" }, h(FolderList, { current: here?.workspace ?? null })),
      h(NoticeSwitch, {}),
    ]),
    here === null
      ? null
      : h("dl", { class: "kv gap" }, [
          h("dt", {}, "Folder"),
          h("dd", { class: "m" }, foreign(here.workspace ?? "none")),
          h("dt", {}, "Mode"),
          h("dd", {}, here.mode),
          h("dt", {}, "Sandbox"),
          h("dd", {}, here.sandbox.level),
          h("dt", {}, "Version"),
          h("dd", {}, here.version),
        ]),
  ]);
}
