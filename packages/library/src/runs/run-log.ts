/**
 * The conversation of a run as a log that only grows: each message once, where it was first said, and a mark wherever the model was
 * about to answer. Compaction and order change which entries make up the conversation, not the entries, so a step writes what is new
 * and a few numbers, and every earlier turn can still be gone back to.
 */
import type { LoopState, Message, Spent } from "@toolplane/agent";

/** Numbers of messages, from one to another, in the order of the conversation. Marks are not counted, so that few ranges do. */
export type Ranges = readonly (readonly [number, number])[];

/** The model had answered so often, and the conversation was this. */
export interface TurnMark {
  readonly type: "turn";
  readonly turn: number;
  readonly atMs: number;
  readonly conversation: Ranges;
  readonly spent: Spent;
}

export type RunEntry = { readonly type: "message"; readonly message: Message } | TurnMark;

/** The entries of a step, and the place of the conversation after it. */
interface LogStep {
  readonly entries: readonly RunEntry[];
  readonly conversation: Ranges;
  readonly length: number;
  readonly turns: number;
}

export interface RunLog {
  take(state: LoopState, atMs: number): LogStep;
}

/** An empty log, or one that goes on from what was kept; `messages` are those of the state that goes on. */
export function createRunLog(
  kept: readonly RunEntry[] = [],
  messages: readonly Message[] = [],
): RunLog {
  const places = new WeakMap<Message, number>();
  let length = 0;
  let said = 0;
  let turns = 0;
  let marked = "";
  let before: readonly Message[] = messages;
  let conversation: [number, number][] = [];
  const count = (entry: RunEntry): void => {
    if (entry.type === "turn") marked = markText(entry);
    else {
      places.set(entry.message, said);
      said += 1;
      if (entry.message.role === "assistant") turns += 1;
    }
    length += 1;
  };
  for (const entry of kept) count(entry);
  for (const message of messages) addPlace(conversation, places.get(message) ?? 0);
  return {
    take(state, atMs) {
      const entries: RunEntry[] = [];
      const append = (entry: RunEntry): void => {
        count(entry);
        entries.push(entry);
      };
      const same = sharedLength(before, state.messages);
      if (same < before.length) conversation = [];
      for (const message of state.messages.slice(same < before.length ? 0 : same)) {
        if (!places.has(message)) append({ type: "message", message });
        addPlace(conversation, places.get(message) as number);
      }
      before = state.messages;
      const ranges = conversation.map(([from, to]) => [from, to] as const);
      const { spent } = state;
      const mark: TurnMark = { type: "turn", turn: turns, atMs, conversation: ranges, spent };
      if (isTurn(state) && markText(mark) !== marked) append(mark);
      return { entries, conversation: ranges, length, turns };
    },
  };
}

export function messagesAt(entries: readonly RunEntry[], ranges: Ranges): readonly Message[] {
  const said = saidIn(entries);
  return ranges.flatMap(([from, to]) => said.slice(from, to + 1));
}

/** Everything that was said, in order. */
export function saidIn(entries: readonly RunEntry[]): readonly Message[] {
  return entries.flatMap((entry) => (entry.type === "message" ? entry.message : []));
}

function isTurn({ phase }: LoopState): boolean {
  return phase === "model" || phase === "over";
}

function markText({ turn, conversation }: TurnMark): string {
  return JSON.stringify([turn, conversation]);
}

function sharedLength(before: readonly Message[], now: readonly Message[]): number {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at += 1;
  return at;
}

function addPlace(ranges: [number, number][], place: number): void {
  const last = ranges.at(-1);
  if (last && place === last[1] + 1) last[1] = place;
  else ranges.push([place, place]);
}
