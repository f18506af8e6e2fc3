/** Two keys that go to a page: `g`, then its letter. The second one reaches nothing else: on a card it would pick an answer. */
import { useEffect } from "preact/hooks";
import { go } from "../../ground/router.ts";
import { areKeysOn, isTyping } from "./keys.ts";

const WITHIN_MS = 1_500;

export function useGoKeys(paths: Readonly<Record<string, string>>): void {
  useEffect(() => {
    let sinceMs = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent): void => {
      const { key } = event;
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event) || !areKeysOn()) return;
      const isSecond = event.timeStamp - sinceMs < WITHIN_MS;
      sinceMs = key === "g" && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!isSecond || key.length > 1) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const path = Object.hasOwn(paths, key) ? paths[key] : undefined;
      if (path !== undefined) go(path);
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [paths]);
}
