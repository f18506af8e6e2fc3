/** Everything that a chat is between two events, and what it gives away: lines for the transcript and things to do. Plain values. */
import type { ShownChange, TodoItem } from "@toolplane/contract";
import type { Key } from "../../terminal/card/key-reader.ts";
import { type EditedLine, lineOf } from "../../terminal/card/line-editor.ts";
import type { Mark } from "../../terminal/paint.ts";

/** How the ids of calls begin that the person made: what came of one is shown whole. */
export const OWN_CALL = "own_";

export interface RunningCall {
  readonly callId: string;
  readonly tool: string;
  readonly what: string;
  readonly startedMs: number;
  /** The call's own progress text, and the end of what it printed. */
  readonly progress: string;
  /** How much of it is done, between 0 and 1, where it says so. */
  readonly part: number | null;
  readonly output: string;
}

/** A subagent that works in the background. */
export interface BackgroundTask {
  readonly id: string;
  readonly name: string;
  readonly prompt: string;
  readonly startedMs: number;
  /** Its calls that have ended. */
  readonly calls: number;
  readonly progress: string;
  readonly part: number | null;
}

/** A call that has its result, as the transcript tells it. */
export interface SettledCall {
  readonly tool: string;
  readonly what: string;
  readonly mark: Extract<Mark, "allow" | "deny" | "failed" | "off">;
  readonly note: string;
  /** Null where it is no longer known. */
  readonly tookMs: number | null;
  /** Why it was refused or failed, and what its tool has to say to the person; empty otherwise. */
  readonly reason: string;
  readonly changes: readonly ShownChange[];
  /** Files that it changed; those beyond `changes` are only counted. */
  readonly files?: number;
  /** The result as text, or the end of that: shown when the person unfolds it. */
  readonly output?: string;
  /** Lines in front of `output` that were not kept. */
  readonly linesBefore?: number;
}

/** One piece of the transcript. What was printed is never drawn again. */
export type ChatItem =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "calls"; readonly calls: readonly SettledCall[] }
  | { readonly kind: "unfolded"; readonly call: SettledCall }
  | { readonly kind: "preview"; readonly tool: string; readonly changes: readonly ShownChange[] }
  | { readonly kind: "note"; readonly mark?: Mark; readonly text: string };

/** Words that the model has not heard. */
interface WaitingWords {
  readonly when: "now" | "later";
  readonly text: string;
}

/** The completions at the cursor: commands after `/`, files after `@`. */
export interface ChatMenu {
  readonly entries: readonly MenuEntry[];
  readonly at: number;
  /** Where the completed word begins in the draft. */
  readonly from: number;
}

export interface MenuEntry {
  readonly word: string;
  readonly meaning: string;
  /** It says nothing without words after it, so choosing it only writes it. */
  readonly needsWords?: boolean;
  /** It says words to the model. */
  readonly isPrompt?: boolean;
}

/** A list to choose from that has the keyboard until something is chosen or it is closed. */
export interface ChatPicker {
  readonly what: "prompt" | "model" | "conversation";
  readonly entries: readonly MenuEntry[];
  /** The text that was typed to narrow it. */
  readonly query: string;
  /** Among those that are left. */
  readonly at: number;
}

interface ChatFigures {
  /** Tokens that the conversation holds, and how many the model takes where that is known. */
  readonly used: number;
  readonly room: number | null;
}

export interface ChatState {
  /** The line below the input: the folder, the mode, the sandbox, the model. */
  readonly title: string;
  readonly phase: "idle" | "working" | "stopping";
  readonly sinceMs: number;
  readonly nowMs: number;
  /** When something last came from the model or of its calls. */
  readonly heardMs: number;
  readonly draft: EditedLine;
  readonly history: readonly string[];
  /** Where in the history the draft comes from; null for one's own. */
  readonly recalled: number | null;
  readonly menu: ChatMenu | null;
  readonly picker: ChatPicker | null;
  readonly commands: readonly MenuEntry[];
  readonly files: readonly string[];
  /** The part of the model's words that is not in the transcript yet. */
  readonly words: string;
  /** Something of the present answer came piece by piece. */
  readonly hasSpoken: boolean;
  readonly running: readonly RunningCall[];
  /** Calls of one tool in a row, kept back so that they become one line. */
  readonly settled: readonly SettledCall[];
  /** The last call of the transcript, to be unfolded. */
  readonly last: SettledCall | null;
  readonly waiting: readonly WaitingWords[];
  readonly plan: readonly TodoItem[];
  readonly background: readonly BackgroundTask[];
  /** True: the work of each subagent in the background is shown, not only that it is there. */
  readonly looks: boolean;
  readonly figures: ChatFigures;
  /** When Ctrl-C was pressed: a second one soon after leaves. */
  readonly interruptedMs: number | null;
}

export type ChatEvent =
  | { readonly type: "key"; readonly key: Key; readonly atMs: number }
  | { readonly type: "tick"; readonly atMs: number }
  | { readonly type: "files"; readonly files: readonly string[] }
  /** Text that comes to where one types: what stands for a picture. */
  | { readonly type: "insert"; readonly text: string }
  | { readonly type: "title"; readonly title: string }
  | {
      readonly type: "pick";
      readonly what: ChatPicker["what"];
      readonly entries: readonly MenuEntry[];
    }
  | { readonly type: "run-start"; readonly atMs: number }
  /** A person's words have reached the model. */
  | { readonly type: "heard"; readonly text: string }
  /** Words that the model had not heard came back, to be said otherwise. */
  | { readonly type: "taken-back"; readonly text: string }
  | { readonly type: "words"; readonly delta: string }
  /** The model's answer is whole. */
  | { readonly type: "answer"; readonly text: string }
  | {
      readonly type: "call-start";
      readonly call: Omit<RunningCall, "progress" | "part" | "output">;
    }
  | {
      readonly type: "call-progress";
      readonly callId: string;
      readonly text: string;
      readonly part: number | null;
    }
  /** The changes that a call is about to make. */
  | { readonly type: "preview"; readonly tool: string; readonly changes: readonly ShownChange[] }
  | { readonly type: "call-output"; readonly callId: string; readonly text: string }
  | { readonly type: "call-settle"; readonly callId: string; readonly call: SettledCall }
  /** A call has its result, and no line is printed for it. */
  | { readonly type: "call-drop"; readonly callId: string }
  | { readonly type: "plan"; readonly plan: readonly TodoItem[] }
  | { readonly type: "background"; readonly tasks: readonly BackgroundTask[] }
  | { readonly type: "figures"; readonly figures: ChatFigures }
  | { readonly type: "note"; readonly mark?: Mark; readonly text: string }
  /** Everything kept back is to be printed now. */
  | { readonly type: "flush" }
  /** Null: it was done. */
  | {
      readonly type: "run-end";
      readonly note: { readonly text: string; readonly isFailure: boolean } | null;
    };

export type ChatAct =
  | { readonly do: "prompt" | "steer" | "later"; readonly text: string }
  | { readonly do: "command"; readonly line: string }
  /** A command line of the person's own. */
  | { readonly do: "own-line"; readonly line: string }
  /** Give back the words that wait longest to be taken, if they have not been. */
  | { readonly do: "take-back" }
  /** Look for a picture in the clipboard. */
  | { readonly do: "clipboard" }
  /** Another mode, of those that ask. */
  | { readonly do: "next-mode" }
  | { readonly do: "stop" }
  | { readonly do: "leave" };

export interface ChatStep {
  readonly state: ChatState;
  readonly print: readonly ChatItem[];
  readonly acts: readonly ChatAct[];
}

/** A chat in which nothing has been said. */
export function newChat(
  given: Pick<ChatState, "title" | "history" | "commands" | "nowMs">,
): ChatState {
  return {
    ...given,
    phase: "idle",
    sinceMs: given.nowMs,
    heardMs: given.nowMs,
    draft: lineOf(""),
    recalled: null,
    menu: null,
    picker: null,
    files: [],
    words: "",
    hasSpoken: false,
    running: [],
    settled: [],
    last: null,
    waiting: [],
    plan: [],
    background: [],
    looks: false,
    figures: { used: 0, room: null },
    interruptedMs: null,
  };
}
