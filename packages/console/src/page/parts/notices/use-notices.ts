/** Tells a person who looks elsewhere that a question waits, once for each, and leads to its card. */
import type { Approvals } from "@toolplane/contract/console";
import { useEffect, useRef } from "preact/hooks";
import { type Live, useLive } from "../../api/live.ts";
import { getJson } from "../../api/request.ts";
import { go } from "../../ground/router.ts";
import { noticeSetting } from "./notice-setting.ts";
import { noticeWords } from "./notice-words.ts";

/** A burst of questions is one look at the page, not a screen full of notices. */
const MOST_AT_ONCE = 3;

export function useNotices(live: Live, folder: string | null): void {
  /** Null before the first look: what waited then is on the page. */
  const known = useRef<ReadonlySet<string> | null>(null);
  const look = async (): Promise<void> => {
    const answer = await getJson<Approvals>("/approvals");
    if (!answer.ok) return;
    const { waiting } = answer.value;
    const fresh = waiting.filter(({ id }) => known.current !== null && !known.current.has(id));
    known.current = new Set(waiting.map(({ id }) => id));
    const setting = noticeSetting();
    if (setting === "off" || document.hasFocus() || Notification.permission !== "granted") return;
    for (const one of fresh.slice(0, MOST_AT_ONCE)) {
      const { title, body } = noticeWords(one, { setting, folder });
      const notice = new Notification(title, { body, tag: one.id });
      notice.onclick = () => {
        window.focus();
        go(`/?open=${encodeURIComponent(one.id)}`);
        notice.close();
      };
    }
  };
  useEffect(() => void look(), []);
  useLive(live, ["approvals"], () => void look());
}
