/**
 * From an item to what is stored: rows that have no place in the chain yet, and their payloads. Done when a batch is written,
 * never on the way of a call. The text of a call's row is put together member by member in canonical order, because sorting
 * seventeen known names for every call is the dearest part of writing it; a test compares it with the canonical form.
 */
import type { AnswerFacts } from "@toolplane/contract";
import { canonicalJson } from "../digest/digest-of.ts";
import type { EncodedItem, EncodedRow } from "./encoded-item.ts";
import { contentText, type Payload, payloadOf } from "./payload.ts";
import type { IntentItem, RecordItem, SettleItem } from "./record-item.ts";
import type { RowType } from "./row-type.ts";

/** Encodes. What JSON cannot say becomes a row that says so; an item is never lost for it. */
export function encodeItem(item: RecordItem): EncodedItem {
  if (item.encoded) return item.encoded;
  const encoded = encodeSafely(item);
  item.encoded = encoded;
  return encoded;
}

function encodeSafely(item: RecordItem): EncodedItem {
  try {
    return encode(item);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const payload = payloadOf(canonicalJson({ unreadable: reason }));
    const callId = item.kind === "intent" || item.kind === "settle" ? item.entry.callId : null;
    const row = { type: rowType(item), callId, payloadDigest: payload.digest };
    return { rows: [row], payloads: [payload] };
  }
}

function encode(item: RecordItem): EncodedItem {
  const payloads: Payload[] = [];
  const rows: EncodedRow[] = [];
  const add = (type: RowType, callId: string | null, text: string): void => {
    const payload = payloadOf(text);
    payloads.push(payload);
    rows.push({ type, callId, payloadDigest: payload.digest });
  };
  switch (item.kind) {
    case "intent":
      add("call-intent", item.entry.callId, intentText(item, payloads));
      break;
    case "settle":
      for (const answer of item.answers)
        add("approval", item.entry.callId, approvalText(item, answer));
      add(rowType(item), item.entry.callId, settleText(item, payloads));
      break;
    case "session-open":
    case "session-close":
      add(item.kind, null, canonicalJson({ manifest: item.manifest }));
      break;
    case "mark":
      break;
  }
  return { rows, payloads };
}

function rowType(item: RecordItem): RowType {
  if (item.kind === "intent") return "call-intent";
  if (item.kind === "settle") return settleType(item);
  return item.kind === "mark" ? "record-gap" : item.kind;
}

/** A call that ran and failed is not one that was refused before it could. */
function settleType({ entry, result }: SettleItem): RowType {
  if (result.type === "output") return "call-succeed";
  return entry.stage === "execute" ? "call-fail" : "call-refuse";
}

function intentText({ entry }: IntentItem, payloads: Payload[]): string {
  return canonicalJson({
    arguments: JSON.parse(contentText(entry.arguments, payloads)),
    footprint: entry.footprint,
    origin: entry.origin,
    tool: entry.tool,
  });
}

function approvalText({ entry }: SettleItem, answer: AnswerFacts): string {
  return canonicalJson({ answer, origin: entry.origin, tool: entry.tool });
}

function settleText(item: SettleItem, payloads: Payload[]): string {
  const { entry, accesses, answers, cause, detail, input, result, uncut } = item;
  let text = `{"accesses":${canonicalJson(accesses)},"answers":${canonicalJson(answers)}`;
  text += `,"arguments":${contentText(entry.arguments, payloads)}`;
  if (cause !== undefined) text += `,"cause":${contentText(cause, payloads)}`;
  if (detail !== undefined) text += `,"detail":${contentText(detail, payloads)}`;
  text += `,"footprint":${canonicalJson(entry.footprint)}`;
  if (input !== undefined) text += `,"input":${contentText(input, payloads)}`;
  text += `,"intended":${entry.intended === true}`;
  text += `,"ordinal":${canonicalJson(entry.ordinal)}`;
  text += `,"origin":${JSON.stringify(entry.origin)}`;
  text += `,"result":${contentText(result, payloads)}`;
  text += `,"span":${canonicalJson(entry.span)}`;
  text += `,"stage":${JSON.stringify(entry.stage)},"tool":${JSON.stringify(entry.tool)}`;
  if (uncut !== undefined) text += `,"uncut":${contentText(uncut, payloads)}`;
  return `${text},"verdict":${canonicalJson(entry.verdict)}}`;
}
