/** Text of a model, a tool or a server: always text, and what hides in it or turns it round is shown by its number. */
import type { ComponentChildren } from "preact";
import { h } from "../../ground/h.ts";

/** From and to, by their numbers: controls, what joins or has no width, what turns text round, tags. */
const HIDDEN: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xe0000, 0xe0fff],
];

/** Printable ASCII with line breaks and tabs, which most texts are: nothing to look for. */
const PLAIN = /^[\t\n -~]*$/;

export function foreign(text: string): ComponentChildren {
  if (PLAIN.test(text)) return text;
  const parts: ComponentChildren[] = [];
  let shown = "";
  for (const character of text) {
    if (isHidden(character.codePointAt(0) ?? 0)) {
      parts.push(shown, hiddenMark(character));
      shown = "";
    } else shown += character;
  }
  parts.push(shown);
  return parts;
}

function isHidden(number: number): boolean {
  return HIDDEN.some(([from, to]) => number >= from && number <= to);
}

function hiddenMark(character: string): ComponentChildren {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return h("span", { class: "esc" }, `⟨U+${number}⟩`);
}
