/**
 * Keys from the bytes of a terminal, read strictly, because what comes in here can let a call run. A terminal also types by
 * itself: it answers sequences that some program printed (where is the cursor, which colours, who are you), it reports the mouse, it
 * pastes. All of that comes as sequences, possibly cut anywhere; they are read to their end and, unless they are one of the few
 * keys we use, dropped whole. Nothing inside a sequence is ever taken for a letter, and a paste is one thing and no keys.
 */

/** The keys that mean something. */
export type KeyName =
  | "enter"
  | "escape"
  | "backspace"
  | "delete"
  | "up"
  | "down"
  | "left"
  | "right"
  | "page-up"
  | "page-down"
  | "home"
  | "end"
  | "clear"
  | "tab"
  | "newline"
  | "word"
  | "end-input"
  | "background"
  | "search"
  | "picture"
  | "back-tab"
  | "interrupt";

/** One key, one printable character, or one paste. */
export type Key =
  | { readonly name: KeyName }
  | { readonly name: "text" | "paste"; readonly text: string };

/** Remembers where it is between two reads. */
export interface KeyReader {
  read(chunk: string): readonly Key[];
  /** Inside a sequence: how long its rest may take. A lone escape is known by nothing following it soon. */
  pauseMs(): number | null;
  /** Nothing more came for a while: a lone escape was the key, and half a sequence is dropped. */
  giveUp(): readonly Key[];
}

/** Longer pastes are cut. */
const MAX_PASTE = 65_536;
const PASTE_END = "\u001b[201~";

const CONTROLS: Readonly<Record<string, KeyName>> = {
  "\r": "enter",
  "\t": "tab",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0001": "home",
  "\u0005": "end",
  "\u0015": "clear",
  "\n": "newline",
  "\u0017": "word",
  "\u0004": "end-input",
  "\u0002": "background",
  "\u0012": "search",
  "\u0016": "picture",
};
const SEQUENCES: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  Z: "back-tab",
  H: "home",
  F: "end",
  "1~": "home",
  "7~": "home",
  "4~": "end",
  "8~": "end",
  "3~": "delete",
  "5~": "page-up",
  "6~": "page-down",
};
/** Bytes that follow an old mouse report: button, column, row. */
const MOUSE_BYTES = 3;
const SEQUENCE_MS = 2_000;
const INTERRUPT = "\u0003";
const ESCAPE = "\u001b";

type Mode = "ground" | "escape" | "sequence" | "single" | "string" | "string-escape" | "paste";

const PAUSES_MS: Readonly<Record<Mode, number | null>> = {
  ground: null,
  escape: 60,
  sequence: SEQUENCE_MS,
  single: SEQUENCE_MS,
  string: SEQUENCE_MS,
  "string-escape": SEQUENCE_MS,
  paste: SEQUENCE_MS,
};

/** Starts outside any sequence. */
export function createKeyReader(): KeyReader {
  let mode: Mode = "ground";
  let held = "";
  let skip = 0;
  const keys: Key[] = [];
  const name = (key: KeyName | undefined): void => {
    if (key) keys.push({ name: key });
  };
  const enter = (next: Mode): void => {
    mode = next;
    held = "";
  };

  const steps: Readonly<Record<Mode, (character: string) => void>> = {
    ground(character) {
      if (character === ESCAPE) enter("escape");
      else if (character === "\u009b") enter("sequence");
      else if ("\u0090\u0098\u009d\u009e\u009f".includes(character)) enter("string");
      else if (CONTROLS[character]) name(CONTROLS[character]);
      else if (isPrintable(character)) keys.push({ name: "text", text: character });
    },
    escape(character) {
      if (character === "[") enter("sequence");
      else if (character === "O") enter("single");
      else if ("]P_^X".includes(character)) enter("string");
      else if (character !== ESCAPE) enter("ground");
    },
    sequence(character) {
      if (character === ESCAPE) enter("escape");
      else if (character < " ") enter("ground");
      else if (character < "@" || character > "~") held = (held + character).slice(0, 64);
      else endSequence(held + character);
    },
    single(character) {
      enter(character === ESCAPE ? "escape" : "ground");
      name(character === "M" ? undefined : SEQUENCES[character]);
    },
    string(character) {
      if (character === ESCAPE) enter("string-escape");
      else if ("\u0007\u0018\u001a\u009c".includes(character)) enter("ground");
    },
    "string-escape"(character) {
      enter(character === "\\" ? "ground" : character === ESCAPE ? "string-escape" : "string");
    },
    paste(character) {
      held += character;
      if (held.endsWith(PASTE_END)) {
        keys.push({ name: "paste", text: held.slice(0, -PASTE_END.length).slice(0, MAX_PASTE) });
        enter("ground");
      } else if (held.length > 2 * MAX_PASTE) held = held.slice(0, MAX_PASTE) + held.slice(-8);
    },
  };

  function endSequence(sequence: string): void {
    enter(sequence === "200~" ? "paste" : "ground");
    if (sequence === "M") skip = MOUSE_BYTES;
    else name(SEQUENCES[sequence]);
  }

  return {
    read(chunk) {
      keys.length = 0;
      for (const character of chunk) {
        if (skip > 0) skip -= 1;
        else if (character === INTERRUPT && mode !== "paste") {
          enter("ground");
          name("interrupt");
        } else steps[mode](character);
      }
      return [...keys];
    },
    pauseMs: () => (skip > 0 ? SEQUENCE_MS : PAUSES_MS[mode]),
    giveUp() {
      const wasEscape = mode === "escape";
      enter("ground");
      skip = 0;
      return wasEscape ? [{ name: "escape" }] : [];
    },
  };
}

function isPrintable(character: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Cn}]/u.test(character);
}
