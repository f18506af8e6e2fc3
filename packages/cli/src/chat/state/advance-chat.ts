/** One event changes a chat: pure, so that every key and every order of events can be tried without a terminal or a model. */
import { lineOf, lineText } from "../../terminal/card/line-editor.ts";
import {
  type ChatEvent,
  type ChatItem,
  type ChatState,
  type ChatStep,
  OWN_CALL,
  type RunningCall,
  type SettledCall,
} from "./chat-state.ts";
import { editDraft } from "./draft.ts";
import { callItems, isOneLine } from "./fold-calls.ts";
import { openPicker } from "./picker.ts";
import { pressKey } from "./press-key.ts";
import { splitWords } from "./split-words.ts";

/** The end of what a command printed is what is shown of it. */
const MOST_OUTPUT = 4_096;
/** More calls than this in a row are no longer kept back. */
const MOST_FOLDED = 100;

export function advanceChat(state: ChatState, event: ChatEvent): ChatStep {
  switch (event.type) {
    case "key":
      return pressKey({ ...state, nowMs: event.atMs }, event.key);
    case "tick":
      return only({ ...state, nowMs: event.atMs });
    case "files":
      return only({ ...state, files: event.files });
    case "insert":
      return only({ ...state, draft: editDraft(state.draft, { name: "paste", text: event.text }) });
    case "title":
      return only({ ...state, title: event.title });
    case "pick":
      return only({ ...state, menu: null, picker: openPicker(event.what, event.entries) });
    case "run-start":
      return only({ ...state, phase: "working", ...since(event.atMs) });
    case "heard":
      return heard(state, event.text);
    case "taken-back":
      return only({ ...withoutWaiting(state, event.text), draft: before(event.text, state.draft) });
    case "words":
      return spoken(state, event.delta);
    case "answer":
      return answered(state, event.text);
    case "call-start":
      return started(state, { ...event.call, progress: "", part: null, output: "" });
    case "call-progress":
      return only(
        withCall(state, event.callId, () => ({ progress: event.text, part: event.part })),
      );
    case "preview":
      return noted(state, { kind: "preview", tool: event.tool, changes: event.changes });
    case "call-output":
      return only(
        withCall(state, event.callId, ({ output }) => ({
          output: `${output}${event.text}`.slice(-MOST_OUTPUT),
        })),
      );
    case "call-settle":
      return settled(state, event.callId, event.call);
    case "call-drop":
      return only({ ...state, running: without(state.running, event.callId) });
    case "plan":
      return only({ ...state, plan: event.plan });
    case "background":
      return only({ ...state, background: event.tasks });
    case "figures":
      return only({ ...state, figures: event.figures });
    case "note":
      return noted(state, {
        kind: "note",
        text: event.text,
        ...(event.mark === undefined ? {} : { mark: event.mark }),
      });
    case "flush":
      return flushed(state, []);
    case "run-end":
      return ended(state, event.note);
    default:
      return event satisfies never;
  }
}

function since(atMs: number): Pick<ChatState, "sinceMs" | "nowMs" | "heardMs"> {
  return { sinceMs: atMs, nowMs: atMs, heardMs: atMs };
}

function only(state: ChatState): ChatStep {
  return { state, print: [], acts: [] };
}

/** Sends everything kept back to the transcript first, so that it stays in order. */
function flushed(state: ChatState, items: readonly ChatItem[]): ChatStep {
  const { settled: kept, words } = state;
  const before: ChatItem[] = [];
  if (words.trim() !== "") before.push({ kind: "words", text: words });
  before.push(...callItems(kept));
  return {
    state: { ...state, words: "", settled: [], last: kept.at(-1) ?? state.last },
    print: [...before, ...items],
    acts: [],
  };
}

/** In front of what is being typed. */
function before(text: string, draft: ChatState["draft"]): ChatState["draft"] {
  const typed = lineText(draft);
  return lineOf(typed === "" ? text : `${text}\n${typed}`);
}

/** Leaves out what words brought with them, below them: the person typed the words. */
function heard(state: ChatState, text: string): ChatStep {
  const isExact = state.waiting.some((one) => one.text === text);
  const began = isExact
    ? undefined
    : state.waiting.find((one) => text.startsWith(`${one.text}\n\n`));
  const said = began?.text ?? text;
  return flushed(withoutWaiting(state, said), [{ kind: "said", text: said }]);
}

function withoutWaiting(state: ChatState, text: string): ChatState {
  const at = state.waiting.findIndex((one) => one.text === text);
  return at === -1 ? state : { ...state, waiting: state.waiting.toSpliced(at, 1) };
}

/** Calls that were kept back come before what is said after them; those that ended in the middle of a paragraph come behind it. */
function spoken(given: ChatState, delta: string): ChatStep {
  const first = isSpeaking(given) ? only(given) : flushed(given, []);
  const { whole, rest } = splitWords(`${first.state.words}${delta}`);
  const state = { ...first.state, words: rest, hasSpoken: true, heardMs: first.state.nowMs };
  if (whole.trim() === "") return then(first, only(state));
  const { print, state: told } = flushed({ ...state, words: whole }, []);
  return then(first, { state: { ...told, words: rest }, print, acts: [] });
}

/** A paragraph has begun and is not whole: nothing may come between its words. */
function isSpeaking({ words }: ChatState): boolean {
  return words.trim() !== "";
}

/** Where nothing came piece by piece, the answer is printed whole. */
function answered(state: ChatState, text: string): ChatStep {
  const hasStreamed = state.hasSpoken || state.words !== "";
  const words = hasStreamed ? state.words : text;
  return flushed({ ...state, words, hasSpoken: false }, []);
}

function started(state: ChatState, call: RunningCall): ChatStep {
  return only({ ...state, running: [...state.running, call] });
}

function settled(state: ChatState, callId: string, call: SettledCall): ChatStep {
  const next = { ...state, running: without(state.running, callId), heardMs: state.nowMs };
  if (callId.startsWith(OWN_CALL)) {
    const shown = noted(next, { kind: "unfolded", call });
    return { ...shown, state: { ...shown.state, last: call } };
  }
  const last = state.settled.at(-1);
  const goesOn = isSpeaking(state) || last === undefined || isOneLine(last, call);
  if (goesOn && state.settled.length < MOST_FOLDED)
    return only({ ...next, settled: [...state.settled, call] });
  const step = flushed(next, []);
  return then(step, only({ ...step.state, settled: [call] }));
}

function without(running: readonly RunningCall[], callId: string): readonly RunningCall[] {
  return running.filter((call) => call.callId !== callId);
}

/** A note beside the conversation comes before a paragraph that is not whole. */
function noted(state: ChatState, note: ChatItem): ChatStep {
  return isSpeaking(state) ? { state, print: [note], acts: [] } : flushed(state, [note]);
}

function ended(
  state: ChatState,
  note: Extract<ChatEvent, { readonly type: "run-end" }>["note"],
): ChatStep {
  const over = { ...state, phase: "idle" as const, running: [], interruptedMs: null };
  if (note === null) return flushed(over, []);
  const mark = note.isFailure ? "failed" : "off";
  return flushed(over, [{ kind: "note", mark, text: note.text }]);
}

function withCall(
  state: ChatState,
  callId: string,
  change: (call: RunningCall) => Partial<RunningCall>,
): ChatState {
  const running = state.running.map((call) =>
    call.callId === callId ? { ...call, ...change(call) } : call,
  );
  return { ...state, running };
}

function then(first: ChatStep, second: ChatStep): ChatStep {
  return {
    state: second.state,
    print: [...first.print, ...second.print],
    acts: [...first.acts, ...second.acts],
  };
}
