import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { Icon } from "./icon.ts";
import { isTyping } from "./keys.ts";

export interface SearchBoxProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onWords: (words: string) => void;
}

/** Typed words count after a pause; `/` leads here. */
const PAUSE_MS = 250;

export function SearchBox({ label, hint, value, onWords }: SearchBoxProps): VNode {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onWords(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "/" || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return h("label", { class: "search" }, [
    h(Icon, { name: "search" }),
    h("span", { class: "sr" }, label),
    h("input", {
      ref: input,
      type: "search",
      value: text,
      placeholder: hint,
      maxLength: 200,
      onInput: (event: Event) => setText((event.target as HTMLInputElement).value),
    }),
    h("kbd", { class: "hide-s", "aria-hidden": "true" }, "/"),
  ]);
}
