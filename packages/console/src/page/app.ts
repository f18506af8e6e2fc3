/** The shell: navigation, what holds here, the theme, the keys, and whether the stream is alive. */
import type { Here } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Live, type LiveState, openLive, useLive, useLiveState } from "./api/live.ts";
import { pickedFolder, pickFolder } from "./api/picked-folder.ts";
import { useData } from "./api/use-data.ts";
import { h } from "./ground/h.ts";
import { Link, type Place, usePlace } from "./ground/router.ts";
import { AnsweredPage } from "./pages/answered-page.ts";
import { CallsPage } from "./pages/calls-page.ts";
import { ChatPage } from "./pages/chat-page.ts";
import { FiguresPage } from "./pages/figures-page.ts";
import { FleetPage } from "./pages/fleet-page.ts";
import { MorePage } from "./pages/more-page.ts";
import { NowPage } from "./pages/now-page.ts";
import { PolicyPage } from "./pages/policy-page.ts";
import { ReceiptsPage } from "./pages/receipts-page.ts";
import { RecordPage } from "./pages/record-page.ts";
import { SessionPage } from "./pages/session-page.ts";
import { SessionsPage } from "./pages/sessions-page.ts";
import { SourcesPage } from "./pages/sources-page.ts";
import { ToolsPage } from "./pages/tools-page.ts";
import { ViewsPage } from "./pages/views-page.ts";
import { FolderSwitch } from "./parts/base/folder-switch.ts";
import { foreign } from "./parts/base/foreign.ts";
import { useGoKeys } from "./parts/base/go-keys.ts";
import { Brand, Icon, type IconName } from "./parts/base/icon.ts";
import { KeyHelp } from "./parts/base/key-help.ts";
import { useKeys } from "./parts/base/keys.ts";
import { baseName } from "./parts/base/short-path.ts";
import { ThemeSwitch } from "./parts/base/theme-switch.ts";
import { NoticeSwitch } from "./parts/notices/notice-switch.ts";
import { useNotices } from "./parts/notices/use-notices.ts";
import { Palette } from "./parts/palette/palette.ts";

const PAGES: readonly { readonly path: string; readonly name: string; readonly icon: IconName }[] =
  [
    { path: "/", name: "Now", icon: "now" },
    { path: "/sessions", name: "Sessions", icon: "sessions" },
    { path: "/calls", name: "Calls", icon: "calls" },
    { path: "/chat", name: "Chat", icon: "chat" },
    { path: "/views", name: "Views", icon: "views" },
    { path: "/fleet", name: "Fleet", icon: "fleet" },
    { path: "/policy", name: "Policy", icon: "policy" },
    { path: "/tools", name: "Tools", icon: "tools" },
    { path: "/sources", name: "Sources", icon: "sources" },
    { path: "/record", name: "Record", icon: "record" },
    { path: "/figures", name: "Figures", icon: "figures" },
  ];

/** After `g`. */
const GO_KEYS: Readonly<Record<string, string>> = {
  n: "/",
  a: "/answered",
  s: "/sessions",
  c: "/calls",
  h: "/chat",
  v: "/views",
  l: "/fleet",
  p: "/policy",
  t: "/tools",
  o: "/sources",
  r: "/record",
  f: "/figures",
};

/** A phone has room for five; the others are on a page of their own. */
const BELOW: ReadonlySet<string> = new Set(["/", "/sessions", "/calls", "/policy"]);
/** Pages that belong to another one. */
const PARTS: Readonly<Record<string, string>> = { "/answered": "/", "/receipts": "/" };

const MORE = { path: "/more", name: "More", icon: "more" } as const;
const TABS = [...PAGES.filter(({ path }) => BELOW.has(path)), MORE];

export function App(): VNode {
  const place = usePlace();
  const live = useMemo(openLive, []);
  const here = useData<Here>("/here");
  const [showsKeys, setKeys] = useState(false);
  const [isSearching, setSearching] = useState(false);
  usePaletteKey(() => setSearching(true));
  const state = useLiveState(live);
  useLive(live, ["approvals", "policy"], here.reload);
  // Whether it is the stream alone, or this browser is let in no more.
  useEffect(() => {
    if (state === "lost") void here.reload();
  }, [state]);
  useEffect(() => {
    if (here.fault?.status === 404 && pickedFolder() !== null) pickFolder(null);
  }, [here.fault]);
  useNotices(live, here.data?.workspace ?? null);
  useGoKeys(GO_KEYS);
  useKeys({ "?": () => setKeys(!showsKeys), Escape: () => setKeys(false) });
  const waiting = here.data?.waiting ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}toolplane`;
  }, [waiting]);
  const isOut = here.fault?.status === 401;
  // What is on the page, a draft perhaps, stays where somebody can still copy it.
  if (isOut && here.data === null) return h(ComeIn, {});
  const path = `/${place.path[0] ?? ""}`;
  const current = PARTS[path] ?? path;
  return h("div", {}, [
    h("a", { class: "skip", href: "#main" }, "Skip to content"),
    h("div", { class: "app" }, [
      h(Rail, { current, here: here.data, state, waiting, onSearch: () => setSearching(true) }),
      h(TopBar, { here: here.data, onSearch: () => setSearching(true) }),
      h("main", { class: "main", id: "main", tabIndex: -1 }, [
        h(Banners, { here: here.data, state, isOut }),
        pageOf(place, live, here.data),
      ]),
      h(
        "nav",
        { class: "tabbar", "aria-label": "Pages" },
        TABS.map(({ path, name, icon }) =>
          h(Link, {
            key: path,
            to: path,
            current: path === (TABS.some((tab) => tab.path === current) ? current : MORE.path),
            children: [
              h(Icon, { name: icon }),
              name,
              path === "/" && waiting > 0 ? h("span", { class: "n" }, String(waiting)) : null,
            ],
          }),
        ),
      ),
    ]),
    showsKeys ? h(KeyHelp, { onClose: () => setKeys(false) }) : null,
    isSearching ? h(Palette, { pages: PAGES, onClose: () => setSearching(false) }) : null,
  ]);
}

/** Also while a person types: no text is written with ctrl-k. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function pageOf({ path, query }: Place, live: Live, here: Here | null): VNode {
  const workspace = here?.workspace ?? null;
  const [page, id] = path;
  if (page === undefined) return h(NowPage, { live, here, open: query.get("open") });
  if (page === "sessions" && id !== undefined)
    return h(SessionPage, {
      key: id,
      live,
      sessionId: id,
      query,
    });
  if (page === "sessions") return h(SessionsPage, { live, query });
  if (page === "calls") return h(CallsPage, { live, query });
  if (page === "chat") return h(ChatPage, { live, chatId: id ?? null });
  if (page === "fleet") return h(FleetPage, { live });
  if (page === "views") return h(ViewsPage, { live, viewId: id ?? null, workspace });
  if (page === "policy") return h(PolicyPage, { live, workspace, session: query.get("session") });
  if (page === "tools") return h(ToolsPage, { query, workspace });
  if (page === "sources") return h(SourcesPage, {});
  if (page === "figures") return h(FiguresPage, { query });
  if (page === "answered") return h(AnsweredPage, { live, query, waiting: here?.waiting ?? null });
  if (page === "receipts") return h(ReceiptsPage, { live, workspace });
  if (page === "record") return h(RecordPage, { query });
  if (page === "more")
    return h(MorePage, { pages: PAGES.filter(({ path }) => !BELOW.has(path)), here });
  return h("p", { class: "empty" }, "There is no such page.");
}

function Rail({
  current,
  here,
  state,
  waiting,
  onSearch,
}: {
  readonly current: string;
  readonly here: Here | null;
  readonly state: LiveState;
  readonly waiting: number;
  readonly onSearch: () => void;
}): VNode {
  return h("nav", { class: "rail", "aria-label": "Main" }, [
    h("div", { class: "brand" }, [h(Brand, {}), h("span", {}, "toolplane")]),
    h(FolderSwitch, { workspace: here?.workspace ?? null, isKnown: here !== null }),
    h("button", { type: "button", class: "search findall", onClick: onSearch }, [
      h(Icon, { name: "search" }),
      h("span", { class: "sp" }, "Search"),
      h("kbd", {}, "ctrl k"),
    ]),
    h(
      "div",
      { class: "nav" },
      PAGES.map(({ path, name, icon }) =>
        h(Link, {
          key: path,
          to: path,
          current: path === current,
          children: [
            h(Icon, { name: icon }),
            h("span", {}, name),
            path === "/" && waiting > 0
              ? h("span", { class: "n hot" }, [
                  String(waiting),
                  h("span", { class: "sr" }, " waiting"),
                ])
              : null,
          ],
        }),
      ),
    ),
    h("div", { class: "foot" }, [
      h("dl", {}, [
        h("dt", {}, "Mode"),
        h("dd", {}, here?.mode ?? ""),
        h("dt", {}, "Sandbox"),
        h("dd", {}, here ? here.sandbox.level : ""),
        h("dt", {}, "Stream"),
        h("dd", {}, state),
      ]),
      h(NoticeSwitch, {}),
      h(ThemeSwitch, {}),
    ]),
  ]);
}

function TopBar({
  here,
  onSearch,
}: {
  readonly here: Here | null;
  readonly onSearch: () => void;
}): VNode {
  return h("header", { class: "topbar" }, [
    h(Brand, {}),
    h("b", { class: "el" }, foreign(here?.workspace ? baseName(here.workspace) : "toolplane")),
    h("span", { class: "t3 sm el" }, here ? `${here.mode} · ${here.sandbox.level}` : ""),
    h("span", { class: "grow" }),
    h(
      "button",
      { type: "button", class: "b q", "aria-label": "Search everything", onClick: onSearch },
      h(Icon, { name: "search" }),
    ),
    h(ThemeSwitch, {}),
  ]);
}

function Banners({
  here,
  state,
  isOut,
}: {
  readonly here: Here | null;
  readonly state: LiveState;
  readonly isOut: boolean;
}): VNode {
  return h("div", { "aria-live": "polite" }, [
    isOut
      ? h(
          "div",
          { class: "banner deny" },
          "This browser is let in no more: what is here is from before. Open the address that the terminal shows, in any tab, and this one goes on.",
        )
      : state === "lost"
        ? h("div", { class: "banner" }, "Live updates stopped. Trying again.")
        : null,
    here?.sandbox.level === "none"
      ? h(
          "div",
          { class: "banner" },
          foreign(`There is no sandbox here. ${here.sandbox.reason ?? ""}`),
        )
      : null,
  ]);
}

function ComeIn(): VNode {
  return h("main", { class: "main" }, [
    h("h1", {}, "toolplane"),
    h(
      "p",
      { class: "gap" },
      "This browser is not let in. Open the address that the terminal shows; it works once.",
    ),
    h("p", { class: "t2 gap" }, [
      "No terminal? ",
      h("code", {}, "toolplane console"),
      " starts one.",
    ]),
  ]);
}
