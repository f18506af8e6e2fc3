/** One entry of a run's log, as people are shown it: masked, and cut where it is long. */
import { type AssistantMessage, type Message, saidIn, type UserMessage } from "@toolplane/agent";
import type { CutText, TalkAnswer, TalkWords } from "@toolplane/contract/console";
import type { Redactor } from "@toolplane/contract/ports";
import { tellingArgument } from "@toolplane/kernel";
import { callArguments } from "../ground/call-arguments.ts";
import { maskedPart } from "./masked-part.ts";
import type { RunEntry } from "./run-log.ts";

export interface PieceOptions {
  readonly redactor: Pick<Redactor, "stream">;
  /** Most characters of its text. */
  readonly most: number;
  readonly at: number;
  readonly atMs: number | null;
}

const MOST_CALLS = 500;
const MOST_WHAT = 400;

/** Null for what says nothing to a person: marks, results, and what is no message at all. */
export function talkPiece(
  entry: RunEntry | undefined,
  options: PieceOptions,
): TalkWords | TalkAnswer | null {
  const message = messageIn(entry);
  const { at, atMs } = options;
  if (message?.role === "user") {
    const { from, pictures = [] } = message;
    const said = cutText(message.text, options);
    return { kind: "said", at, atMs, from, pictures: pictures.length, ...said };
  }
  if (message?.role !== "assistant") return null;
  const { calls, stopped } = message;
  return {
    kind: "answer",
    at,
    atMs,
    ...cutText(saidIn(message), options),
    isStopped: stopped === true,
    calls: calls.slice(0, MOST_CALLS).map((call) => askedFor(call, options)),
    callCount: calls.length,
  };
}

/** The words of a person or the model, as they lie there; null for everything else. */
export function spokenText(entry: RunEntry | undefined): string | null {
  const message = messageIn(entry);
  if (message?.role === "assistant") return saidIn(message);
  return message?.role === "user" ? message.text : null;
}

function messageIn(entry: RunEntry | undefined): Message | null {
  return entry?.type === "message" ? entry.message : null;
}

function askedFor(
  call: AssistantMessage["calls"][number],
  { redactor }: PieceOptions,
): TalkAnswer["calls"][number] {
  const what = tellingArgument(callArguments(call));
  const { text } = maskedPart(redactor, what, { most: MOST_WHAT });
  return { callId: call.id, tool: call.name, what: text };
}

function cutText(text: UserMessage["text"], { redactor, most }: PieceOptions): CutText {
  const part = maskedPart(redactor, text, { most });
  return { ...part, characters: text.length };
}
