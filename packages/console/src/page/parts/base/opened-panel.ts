/** A panel that a button opens elsewhere on the page: it comes into sight with the focus, and gives it back when it is closed. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useKeys } from "./keys.ts";

export interface OpenedPanel {
  /** For the element around it, which takes the focus. */
  readonly ref: { current: HTMLDivElement | null };
  readonly leave: () => void;
}

export function useOpenedPanel(onClose: () => void): OpenedPanel {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(document.activeElement);
  useLayoutEffect(() => {
    ref.current?.scrollIntoView({ block: "nearest" });
    ref.current?.focus({ preventScroll: true });
  }, []);
  const leave = (): void => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  useKeys({ Escape: leave });
  return { ref, leave };
}
