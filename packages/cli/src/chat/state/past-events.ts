/** A conversation that was kept, as a chat would have heard it: a person who goes on with it sees where it was. */
import type { Message } from "@toolplane/agent";
import { tellingArgument } from "@toolplane/kernel";
import { type PastPiece, pastTalk, planOf } from "@toolplane/library/rooms/ground";
import type { ChatEvent, SettledCall } from "./chat-state.ts";

/** Older messages are counted and not shown. */
const MOST_SHOWN = 40;

export function pastEvents(messages: readonly Message[]): readonly ChatEvent[] {
  const left = messages.length - MOST_SHOWN;
  const events = pastTalk(messages).flatMap((piece, index): readonly ChatEvent[] => {
    const told = piece === null ? [] : eventsOf(piece);
    return index >= left ? told : told.filter(({ type }) => type === "plan");
  });
  const note = `${left} earlier messages are not shown here; toolplane runs shows each turn.`;
  return [...(left > 0 ? [{ type: "note" as const, text: note }] : []), ...events, FLUSH];
}

const FLUSH: ChatEvent = { type: "flush" };

function eventsOf(piece: PastPiece): readonly ChatEvent[] {
  if (piece.kind === "said") return [{ type: "heard", text: piece.text }];
  if (piece.kind === "words") return [FLUSH, { type: "answer", text: piece.text }];
  const { callId, tool, arguments: args, reason } = piece;
  if (tool === "todo" && reason === null) return [{ type: "plan", plan: planOf(args) }];
  const call = {
    tool,
    what: tellingArgument(args),
    tookMs: null,
    changes: [],
    ...endOf(piece),
  };
  return [{ type: "call-settle", callId, call }];
}

type PastCall = Extract<PastPiece, { readonly kind: "call" }>;

function endOf({ reason, isStopped }: PastCall): Pick<SettledCall, "mark" | "note" | "reason"> {
  if (reason === null) return { mark: "allow", note: "", reason: "" };
  if (isStopped) return { mark: "off", note: "stopped", reason: "" };
  return { mark: "failed", note: "failed", reason };
}
