import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { Segments } from "../base/panel.ts";
import {
  keepNoticeSetting,
  NOTICE_SETTINGS,
  type NoticeSetting,
  noticeSetting,
} from "./notice-setting.ts";

const TEXTS: Readonly<Record<NoticeSetting, string>> = { off: "no", who: "who", what: "what" };
const SAYS: Readonly<Record<NoticeSetting, string>> = {
  off: "",
  who: "It says who asks, and where.",
  what: "It says who asks, where, and what.",
};

/** Nothing where the browser has no notices: it gives them to safe addresses only. */
export function NoticeSwitch(): VNode | null {
  const [setting, setSetting] = useState(noticeSetting);
  const [isForbidden, setForbidden] = useState(false);
  if (!("Notification" in window)) return null;
  const pick = async (wish: NoticeSetting): Promise<void> => {
    const now = await keepNoticeSetting(wish);
    setSetting(now);
    setForbidden(now !== wish);
  };
  return h("div", { class: "notices t2 sm" }, [
    h("div", {}, "Notify me of questions"),
    h(Segments<NoticeSetting>, {
      label: "Notify me of questions",
      value: setting,
      options: NOTICE_SETTINGS.map((value) => ({ value, text: TEXTS[value] })),
      onPick: (wish) => void pick(wish),
    }),
    h(
      "div",
      { role: "status" },
      isForbidden ? "This browser forbids it for this address." : SAYS[setting],
    ),
  ]);
}
