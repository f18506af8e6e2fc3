/**
 * From an item to what is stored: rows that have no place in the chain yet, and their payloads. Done when a batch is written,
 * never on the way of a call. Facts are laid out in canonical order, so that the engine's own serialiser writes canonical
 * JSON; a test compares it with the canonical form.
 */
import { footprintFacts, spanFacts } from "./call-facts.ts";
import type { EncodedItem, EncodedRow } from "./encoded-item.ts";
import { inOrder, jsonText, type Layout, layoutText } from "./json-text.ts";
import { type Content, contentOf, type Payload, payloadOf } from "./payload.ts";
import type { IntentItem, RecordItem, SettleItem } from "./record-item.ts";
import type { RowType } from "./row-type.ts";
import { type RuleTexts, verdictText } from "./verdict-text.ts";

/**
 * Encodes, once for each item. What JSON cannot say becomes a row that says so; an item is never lost for it. `rules` are the
 * texts of those that verdicts named before.
 */
export function encodeItem(item: RecordItem, rules?: RuleTexts): EncodedItem {
  if (item.encoded) return item.encoded;
  const encoded = encodeSafely(item, rules);
  item.encoded = encoded;
  return encoded;
}

function encodeSafely(item: RecordItem, rules: RuleTexts | undefined): EncodedItem {
  try {
    return encode(item, rules);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const payload = payloadOf(jsonText({ unreadable: reason }));
    const callId = item.kind === "intent" || item.kind === "settle" ? item.entry.callId : null;
    const row = { type: rowType(item), callId, payloadDigest: payload.digest };
    return { rows: [row], payloads: [payload] };
  }
}

function encode(item: RecordItem, rules: RuleTexts | undefined): EncodedItem {
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
    case "settle": {
      const { callId, origin, tool } = item.entry;
      for (const answer of item.answers)
        add("approval", callId, jsonText({ answer, origin, tool }));
      add(rowType(item), callId, settleText(item, rules, payloads));
      break;
    }
    case "session-open":
    case "session-close":
      add(item.kind, null, jsonText({ manifest: item.manifest }));
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
  const layout: Layout = { plain: false };
  const facts = {
    arguments: contentOf(entry.arguments, layout, payloads),
    footprint: footprintFacts(entry.footprint, layout),
    origin: entry.origin,
    tool: entry.tool,
  };
  return layoutText(facts, layout);
}

/** Members in canonical order. What is empty or false is left out; most calls have neither answers nor a cause. */
function settleText(item: SettleItem, rules: RuleTexts | undefined, payloads: Payload[]): string {
  const { entry, accesses, answers, cause, detail, input, result, uncut } = item;
  const layout: Layout = { plain: false };
  const content = (value: unknown): Content | undefined =>
    value === undefined ? undefined : contentOf(value, layout, payloads);
  const facts = {
    accesses: accesses.length === 0 ? undefined : inOrder(accesses, layout),
    answers: answers.length === 0 ? undefined : inOrder(answers, layout),
    arguments: contentOf(entry.arguments, layout, payloads),
    cause: content(cause),
    detail: content(detail),
    footprint: footprintFacts(entry.footprint, layout),
    input: content(input),
    intended: entry.intended ? true : undefined,
    ordinal: entry.ordinal,
    origin: entry.origin,
    result: contentOf(result, layout, payloads),
    span: spanFacts(entry, result, layout),
    stage: entry.stage,
    tool: entry.tool,
    uncut: content(uncut),
  };
  // The verdict is the last member, and its text is made apart.
  const text = layoutText(facts, layout);
  return `${text.slice(0, -1)},"verdict":${verdictText(entry.verdict, rules ?? new WeakMap())}}`;
}
