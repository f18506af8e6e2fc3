import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import {
  keepNoticeSetting,
  NOTICE_SETTINGS,
  type NoticeSetting,
  noticeSetting,
} from "./notice-setting.ts";

const TEXTS: Readonly<Record<NoticeSetting, string>> = {
  off: "off",
  who: "who asks",
  what: "who asks, and what",
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
  return h("div", { class: "notices" }, [
    h("label", { class: "row sm t2" }, [
      h("span", { class: "grow" }, "Notify me"),
      h(
        "select",
        {
          class: "f",
          value: setting,
          onChange: (event: Event) =>
            void pick((event.target as HTMLSelectElement).value as NoticeSetting),
        },
        NOTICE_SETTINGS.map((value) => h("option", { key: value, value }, TEXTS[value])),
      ),
    ]),
    isForbidden
      ? h("p", { class: "t2 sm", role: "alert" }, "This browser forbids it for this address.")
      : null,
  ]);
}
