/** Chat parts: one row per call, from `input-available` to `output-available` or `output-error`, in the place it first had. */
import type { Json } from "@toolplane/contract";
import type { ChatPart } from "@toolplane/contract/ports";
import type { IntentItem, SettleItem } from "./record-item.ts";

export interface PartPlace {
  readonly id: string;
  readonly messageId: string;
  readonly index: number;
}

/** The part of a call, as far as it has come. */
export function chatPart(item: IntentItem | SettleItem, place: PartPlace): ChatPart {
  const { entry } = item;
  return {
    id: place.id,
    sessionId: item.sessionId,
    messageId: place.messageId,
    index: place.index,
    type: `tool-${entry.tool}`,
    toolCallId: entry.callId,
    toolState: stateOf(item),
    data: chatData(item),
  };
}

function stateOf(item: IntentItem | SettleItem): ChatPart["toolState"] {
  if (item.kind === "intent") return "input-available";
  return item.result.type === "output" ? "output-available" : "output-error";
}

function chatData(item: IntentItem | SettleItem): Json {
  if (item.kind === "intent") return { input: item.entry.arguments };
  return { input: item.entry.arguments, result: item.result as unknown as Json };
}
