/** Shows the views of runs and what each would change. A person lands, discards or updates them here. */
import type { ListedView, ViewList } from "@toolplane/contract/console";
import { formatMoment, formatPlural, viewRoomText } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { go, Link, sessionPath } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Mark } from "../parts/base/mark.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";
import { shortPath } from "../parts/base/short-path.ts";
import { OneViewPanel } from "../parts/views/one-view-panel.ts";

const MOST_NAMED = 5;

export function ViewsPage({
  live,
  viewId,
  workspace,
}: {
  readonly live: Live;
  /** The one that is open. */
  readonly viewId: string | null;
  readonly workspace: string | null;
}): VNode {
  const { data, fault, reload } = useData<ViewList>("/views");
  useLive(live, ["sessions"], reload);
  const [said, setSaid] = useState("");
  const views = data?.views ?? [];
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Views"),
      h("span", { class: "sub" }, formatPlural(views.length, "view")),
    ]),
    fault ? h(Fault, { fault, retry: reload }) : null,
    said === "" ? null : h("p", { class: "note below", role: "status" }, foreign(said)),
    h(
      Panel,
      { title: "Runs in views of their own", note: "nothing of it is in the project yet" },
      views.length === 0 && data !== null
        ? h(
            Empty,
            {},
            "No views. A run with --view own works in one, and what it leaves there appears here.",
          )
        : h(
            "div",
            {},
            views.map((view) =>
              h(ViewRow, { key: view.id, view, workspace, isOpen: view.id === viewId }),
            ),
          ),
      data?.room ? h("p", { class: "t3 sm sec" }, viewRoomText(data.room)) : null,
    ),
    viewId === null
      ? null
      : h(OneViewPanel, {
          key: viewId,
          viewId,
          workspace,
          onSettled: (text) => {
            setSaid(text);
            void reload();
          },
          onClose: () => go("/views"),
        }),
  ]);
}

function ViewRow({
  view,
  workspace,
  isOpen,
}: {
  readonly view: ListedView;
  readonly workspace: string | null;
  readonly isOpen: boolean;
}): VNode {
  const { id, sessionId, prompt, isLive, counts, overlaps } = view;
  const named = overlaps.slice(0, MOST_NAMED).map((path) => shortPath(path, workspace));
  const more = overlaps.length - named.length;
  return h("div", { class: "sec" }, [
    h("div", { class: "row wrap" }, [
      h("h3", {}, [
        h(Link, {
          to: isOpen ? "/views" : `/views/${encodeURIComponent(id)}`,
          class: "l",
          children: foreign(prompt === "" ? id : prompt),
        }),
      ]),
      h(Mark, isLive ? { name: "running", word: "works" } : { name: "waiting", word: "left" }),
      view.note === null || isOpen
        ? null
        : h("span", { class: view.note.isRed ? "t2 sm" : "t3 sm" }, foreign(view.note.text)),
      h("span", { class: "sp" }),
      h(
        "span",
        { class: "t2 nw" },
        counts === null ? "?" : `+${counts.added} ~${counts.changed} −${counts.removed}`,
      ),
    ]),
    h("p", { class: "t3 sm" }, [
      h("span", { class: "m" }, foreign(id)),
      ` since ${formatMoment(view.openedAtMs, { nowMs: Date.now() })} · `,
      h(Link, { to: sessionPath(sessionId), class: "l", children: foreign(sessionId) }),
    ]),
    named.length === 0
      ? null
      : h(
          "p",
          { class: "note ask" },
          foreign(
            `The project changed too: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
          ),
        ),
    view.wasCut
      ? h("p", { class: "note" }, "The machine was restarted since. Look at it before you land it.")
      : null,
    view.fault === null ? null : h("p", { class: "note deny" }, foreign(view.fault)),
  ]);
}
