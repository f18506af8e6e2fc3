/** The shell: navigation, what holds here, the theme, the keys, and whether the stream is alive. */
import type { Here } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Live, openLive, useLive, useLiveState } from "./api/live.ts";
import { useData } from "./api/use-data.ts";
import { h } from "./ground/h.ts";
import { Link, type Place, usePlace } from "./ground/router.ts";
import { ChatPage } from "./pages/chat-page.ts";
import { FiguresPage } from "./pages/figures-page.ts";
import { NowPage } from "./pages/now-page.ts";
import { PolicyPage } from "./pages/policy-page.ts";
import { SessionPage } from "./pages/session-page.ts";
import { SessionsPage } from "./pages/sessions-page.ts";
import { SourcesPage } from "./pages/sources-page.ts";
import { ToolsPage } from "./pages/tools-page.ts";
import { foreign } from "./parts/base/foreign.ts";
import { Brand, Icon, type IconName } from "./parts/base/icon.ts";
import { areKeysOn, switchKeys, useKeys } from "./parts/base/keys.ts";
import { baseName } from "./parts/base/short-path.ts";

const PAGES: readonly { readonly path: string; readonly name: string; readonly icon: IconName }[] =
  [
    { path: "/", name: "Now", icon: "now" },
    { path: "/sessions", name: "Sessions", icon: "sessions" },
    { path: "/chat", name: "Chat", icon: "chat" },
    { path: "/policy", name: "Policy", icon: "policy" },
    { path: "/tools", name: "Tools", icon: "tools" },
    { path: "/sources", name: "Sources", icon: "sources" },
    { path: "/figures", name: "Figures", icon: "figures" },
  ];

/** A phone has room for five; the others are above. */
const ABOVE: ReadonlySet<string> = new Set(["/sources", "/figures"]);

export function App(): VNode {
  const place = usePlace();
  const live = useMemo(openLive, []);
  const here = useData<Here>("/here");
  const [showsKeys, setKeys] = useState(false);
  useLive(live, ["approvals", "policy"], here.reload);
  useKeys({ "?": () => setKeys(!showsKeys), Escape: () => setKeys(false) });
  const waiting = here.data?.waiting ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}toolplane`;
  }, [waiting]);
  if (here.fault?.status === 401) return h(ComeIn, {});
  const current = `/${place.path[0] ?? ""}`;
  return h("div", {}, [
    h("a", { class: "skip", href: "#main" }, "Skip to content"),
    h("div", { class: "app" }, [
      h(Rail, { current, here: here.data, live, waiting }),
      h(TopBar, { here: here.data }),
      h("main", { class: "main", id: "main", tabIndex: -1 }, [
        h(Banners, { here: here.data, live }),
        pageOf(place, live, here.data),
      ]),
      h(
        "nav",
        { class: "tabbar", "aria-label": "Pages" },
        PAGES.filter(({ path }) => !ABOVE.has(path)).map(({ path, name, icon }) =>
          h(Link, {
            key: path,
            to: path,
            current: path === current,
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
  ]);
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
      callId: query.get("call"),
      startsUndo: query.get("undo") === "true",
    });
  if (page === "sessions") return h(SessionsPage, { live, query });
  if (page === "chat") return h(ChatPage, { live, chatId: id ?? null });
  if (page === "policy") return h(PolicyPage, { live, workspace, session: query.get("session") });
  if (page === "tools") return h(ToolsPage, { query, workspace });
  if (page === "sources") return h(SourcesPage, {});
  if (page === "figures") return h(FiguresPage, { query });
  return h("p", { class: "empty" }, "There is no such page.");
}

function Rail({
  current,
  here,
  live,
  waiting,
}: {
  readonly current: string;
  readonly here: Here | null;
  readonly live: Live;
  readonly waiting: number;
}): VNode {
  const state = useLiveState(live);
  return h("nav", { class: "rail", "aria-label": "Main" }, [
    h("div", { class: "brand" }, [h(Brand, {}), h("span", {}, "toolplane")]),
    h(
      "div",
      { class: "ws" },
      h("span", {}, [
        h(
          "span",
          { class: "el" },
          foreign(here === null ? "…" : here.workspace ? baseName(here.workspace) : "no folder"),
        ),
        h("span", { class: "t3 sm" }, "this machine"),
      ]),
    ),
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
      h(ThemeSwitch, {}),
    ]),
  ]);
}

function TopBar({ here }: { readonly here: Here | null }): VNode {
  return h("header", { class: "topbar" }, [
    h(Brand, {}),
    h("b", {}, foreign(here?.workspace ? baseName(here.workspace) : "toolplane")),
    h("span", { class: "t3 sm" }, here ? `${here.mode} · ${here.sandbox.level}` : ""),
    h("span", { class: "grow" }),
    ...PAGES.filter(({ path }) => ABOVE.has(path)).map(({ path, name }) =>
      h(Link, { key: path, to: path, class: "l sm", children: name }),
    ),
    h(ThemeSwitch, {}),
  ]);
}

function Banners({ here, live }: { readonly here: Here | null; readonly live: Live }): VNode {
  const state = useLiveState(live);
  return h("div", { "aria-live": "polite" }, [
    state === "lost" ? h("div", { class: "banner" }, "Live updates stopped. Trying again.") : null,
    here?.sandbox.level === "none"
      ? h(
          "div",
          { class: "banner" },
          foreign(`There is no sandbox here. ${here.sandbox.reason ?? ""}`),
        )
      : null,
  ]);
}

const THEME = "toolplane-theme";
const DARK = "(prefers-color-scheme: dark)";

function ThemeSwitch(): VNode {
  const [theme, setTheme] = useState(() => window.localStorage.getItem(THEME) ?? systemTheme());
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    // Whoever picked a theme keeps it; else the page goes with the system, also at dusk.
    const follow = (): void => setTheme(window.localStorage.getItem(THEME) ?? systemTheme());
    const system = window.matchMedia(DARK);
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
  const other = theme === "dark" ? "light" : "dark";
  return h(
    "button",
    {
      type: "button",
      class: "b q",
      "aria-label": `Switch to the ${other} theme`,
      onClick: () => {
        window.localStorage.setItem(THEME, other);
        setTheme(other);
      },
    },
    [
      h(Icon, { name: "theme" }),
      h("span", { class: "hide-s hide-m" }, other === "dark" ? "Dark" : "Light"),
    ],
  );
}

function systemTheme(): string {
  return window.matchMedia(DARK).matches ? "dark" : "light";
}

function KeyHelp({ onClose }: { readonly onClose: () => void }): VNode {
  const [isOn, setOn] = useState(areKeysOn());
  const keys: readonly (readonly [string, string])[] = [
    ["j k", "next and previous"],
    ["Enter", "open, or send the answer that is picked"],
    ["w f", "why, and the footprint, of a call"],
    ["o a r e", "pick: once, always, reject, edit"],
    ["n", "next card"],
    ["/", "search"],
    ["?", "these keys"],
  ];
  return h("div", { class: "keys", role: "dialog", "aria-label": "Keys" }, [
    h(
      "dl",
      {},
      keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]),
    ),
    h("label", { class: "row gap" }, [
      h("input", {
        type: "checkbox",
        checked: isOn,
        onChange: () => {
          switchKeys(!isOn);
          setOn(!isOn);
        },
      }),
      "single letters are keys",
    ]),
    h("button", { type: "button", class: "b gap", onClick: onClose }, "Close"),
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
