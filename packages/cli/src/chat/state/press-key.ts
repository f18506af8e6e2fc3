/** Changes a chat by one key. */
import type { Key } from "../../terminal/card/key-reader.ts";
import { lineOf, lineText } from "../../terminal/card/line-editor.ts";
import { bringsMore, isCommandLine, isPromptLine } from "./brings-more.ts";
import type { ChatAct, ChatItem, ChatState, ChatStep } from "./chat-state.ts";
import { editDraft, hasLine } from "./draft.ts";
import { callItems } from "./fold-calls.ts";
import { chosen, menuFor, moveMenu } from "./menu.ts";
import { openPicker, pressInPicker } from "./picker.ts";

/** While it works a second Ctrl-C within this time leaves: later it may be meant for what runs by then. */
const TWICE_MS = 1_000;
const MOST_HISTORY = 500;
/** `!npm test`. */
const OWN_LINE = /^!\s*\S/;

export function pressKey(state: ChatState, key: Key): ChatStep {
  if (state.picker !== null) return pressInPicker(state, state.picker, key);
  if (key.name === "interrupt") return interrupted(state);
  if (key.name === "end-input" && state.draft.characters.length === 0) return does(state, "leave");
  const calm = state.interruptedMs === null ? state : { ...state, interruptedMs: null };
  if (calm.menu !== null) {
    const step = pressInMenu(calm, key);
    if (step !== null) return step;
  }
  switch (key.name) {
    case "enter":
      return entered(calm);
    case "escape":
      return calm.phase === "working" ? stopped(calm) : only(withDraft(calm, ""));
    case "tab":
      return unfolded(calm);
    case "back-tab":
      return does(calm, "next-mode");
    case "search":
      return searching(calm);
    case "picture":
      return does(calm, "clipboard");
    case "background":
      return calm.background.length > 0
        ? only({ ...calm, looks: !calm.looks })
        : commanded(calm, "/tasks");
    case "up":
      return hasLine(calm.draft, "above") ? edited(calm, key) : recalledBefore(calm);
    case "down":
      return hasLine(calm.draft, "below") ? edited(calm, key) : recalledAfter(calm);
    default:
      return edited(calm, key);
  }
}

function only(state: ChatState): ChatStep {
  return { state, print: [], acts: [] };
}

function does(
  state: ChatState,
  what: "leave" | "stop" | "take-back" | "next-mode" | "clipboard",
): ChatStep {
  return { state, print: [], acts: [{ do: what }] };
}

/** The newest first. */
function searching(state: ChatState): ChatStep {
  const entries = state.history.toReversed().map((word) => ({ word, meaning: "" }));
  return only({ ...state, menu: null, picker: openPicker("prompt", entries) });
}

function edited(state: ChatState, key: Key): ChatStep {
  const draft = editDraft(state.draft, key);
  const next = { ...state, draft, recalled: null };
  return only({ ...next, menu: menuFor(next) });
}

function withDraft(state: ChatState, text: string): ChatState {
  return { ...state, draft: lineOf(text), menu: null, recalled: null };
}

function interrupted(state: ChatState): ChatStep {
  const { interruptedMs, nowMs, phase } = state;
  const isSoon = interruptedMs !== null && nowMs - interruptedMs <= TWICE_MS;
  // Where the hint says that another one leaves, it does, however long one reads.
  if (isSoon || (interruptedMs !== null && phase !== "working")) return does(state, "leave");
  // The draft is worth more than the run that is stopped.
  if (phase === "working") return stopped({ ...state, interruptedMs: nowMs });
  return only({ ...withDraft(state, ""), interruptedMs: nowMs });
}

function stopped(state: ChatState): ChatStep {
  return does({ ...state, phase: "stopping", menu: null }, "stop");
}

/** While it works, words are said after the running call; `/later` keeps them for the end. */
function entered(state: ChatState): ChatStep {
  const text = lineText(state.draft).trim();
  if (text === "") return only(state);
  const history = [...state.history.filter((one) => one !== text), text].slice(-MOST_HISTORY);
  const next = { ...withDraft(state, ""), history };
  const later = /^\/later\s+(\S[\s\S]*)$/.exec(text)?.[1];
  if (later !== undefined) return said(next, "later", later);
  if (isCommandLine(text) && !isPromptLine(text, state.commands)) return commanded(next, text);
  if (OWN_LINE.test(text)) return commanded(next, text, "own-line");
  if (state.phase === "idle") return said(next, "prompt", text);
  // What words bring with them is looked at when they are said, and only a run begins with it.
  return said(next, bringsMore(text, state) ? "later" : "steer", text);
}

function said(state: ChatState, what: "prompt" | "steer" | "later", text: string): ChatStep {
  const isIdle = state.phase === "idle";
  const act: ChatAct = { do: isIdle ? "prompt" : what, text };
  const waits = { when: what === "later" && !isIdle ? ("later" as const) : ("now" as const), text };
  return { state: { ...state, waiting: [...state.waiting, waits] }, print: [], acts: [act] };
}

/** The command that was typed stays above its output. */
function commanded(
  state: ChatState,
  line: string,
  what: "command" | "own-line" = "command",
): ChatStep {
  const { kept, rest } = keptCalls(state);
  return {
    state: rest,
    print: [...kept, { kind: "said", text: line }],
    acts: [{ do: what, line: line.slice(1).trim() }],
  };
}

/** Calls that ended go to the transcript first, unless words that come before them are not whole yet. */
function keptCalls(state: ChatState): {
  readonly kept: readonly ChatItem[];
  readonly rest: ChatState;
} {
  const { settled, words } = state;
  if (words.trim() !== "") return { kept: [], rest: state };
  return {
    kept: callItems(settled),
    rest: { ...state, settled: [], last: settled.at(-1) ?? state.last },
  };
}

/** Shows the whole of the call that was folded last. */
function unfolded(state: ChatState): ChatStep {
  const call = state.settled.at(-1) ?? state.last;
  if (call === null) return only(state);
  const { kept, rest } = keptCalls(state);
  return {
    state: { ...rest, last: call },
    print: [...kept, { kind: "unfolded", call }],
    acts: [],
  };
}

function recalledBefore(state: ChatState): ChatStep {
  // Words that the model has not heard yet can be taken back and said otherwise.
  if (state.draft.characters.length === 0 && state.waiting.length > 0)
    return does(state, "take-back");
  const at = (state.recalled ?? state.history.length) - 1;
  const text = state.history[at];
  return text === undefined ? only(state) : only({ ...withDraft(state, text), recalled: at });
}

function recalledAfter(state: ChatState): ChatStep {
  if (state.recalled === null) return only(state);
  const at = state.recalled + 1;
  const text = state.history[at];
  return text === undefined
    ? only(withDraft(state, ""))
    : only({ ...withDraft(state, text), recalled: at });
}

/** Null where the key means what it means without a menu. */
function pressInMenu(state: ChatState, key: Key): ChatStep | null {
  const { menu } = state;
  if (menu === null) return null;
  if (key.name === "up" || key.name === "down")
    return only({ ...state, menu: moveMenu(menu, key.name === "up" ? -1 : 1) });
  if (key.name === "escape") return only({ ...state, menu: null });
  if (key.name === "tab") return only(chosen(state, menu));
  if (key.name !== "enter") return null;
  const next = chosen(state, menu);
  // A command that is typed whole needs no second Enter, and neither does one that is chosen and takes no words.
  const isCommand = menu.from === 1 && lineText(next.draft).startsWith("/");
  const isWhole = lineText(next.draft).trim() === lineText(state.draft).trim();
  const isDone = isCommand ? menu.entries[menu.at]?.needsWords !== true : isWhole;
  return isDone || isWhole ? entered({ ...next, menu: null }) : only(next);
}
