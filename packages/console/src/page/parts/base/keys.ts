/** Keys of a page. They are dead while a person types, and single letters can be switched off. */
import { useEffect } from "preact/hooks";

export type KeyTable = Readonly<Record<string, () => void>>;

const SWITCH = "toolplane-keys";

export function areKeysOn(): boolean {
  return window.localStorage.getItem(SWITCH) !== "off";
}

export function switchKeys(isOn: boolean): void {
  window.localStorage.setItem(SWITCH, isOn ? "on" : "off");
}

export function useKeys(table: KeyTable): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
      if (event.key === "Enter" && isPressed(event.target)) return;
      if (event.key.length === 1 && event.key !== "?" && !areKeysOn()) return;
      const act = Object.hasOwn(table, event.key) ? table[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}

/** True where the focused element takes the key itself. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(target.tagName);
}

/** Also where the field lies in a part with a root of its own, as the code editor does. */
export function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
}
