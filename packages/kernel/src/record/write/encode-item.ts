/**
 * From an item to what is stored: rows that have no place in the chain yet, and their payloads. Done when a batch is written,
 * never on the way of a call. Facts are laid out in canonical order, so that the engine's own serialiser writes canonical
 * JSON; a test compares it with the canonical form.
 */
import { canonicalJson } from "../../digest/digest-of.ts";
import { changeMarkRow, changeRows } from "../rows/change-rows.ts";
import type { EncodedItem, EncodedRow } from "../rows/encoded-item.ts";
import { manifestPayload } from "../rows/manifest-payload.ts";
import { contentOf, type Payload, payloadOf } from "../rows/payload.ts";
import { accessFacts, footprintFacts, spanFacts } from "../rows/row-facts.ts";
import { inOrder, type Layout, layoutText } from "../rows/row-layout.ts";
import type { RowType } from "../rows/row-type.ts";
import { createVerdictTexts, type VerdictTexts } from "../rows/verdict-texts.ts";
import type { IntentItem, LandingItem, NoteItem, RecordItem, SettleItem } from "./record-item.ts";

/**
 * Encodes, once for each item. What JSON cannot say becomes a row that says so; an item is never lost for it. `verdictText`
 * remembers what earlier items said too.
 */
export function encodeItem(
  item: RecordItem,
  verdictText: VerdictTexts = createVerdictTexts(),
): EncodedItem {
  if (item.encoded) return item.encoded;
  const encoded = encodeSafely(item, verdictText);
  item.encoded = encoded;
  return encoded;
}

function encodeSafely(item: RecordItem, verdictText: VerdictTexts): EncodedItem {
  try {
    return encode(item, verdictText);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const payload = payloadOf(canonicalJson({ unreadable: reason }));
    const callId = "entry" in item ? item.entry.callId : null;
    const row = { type: rowType(item), callId, payloadDigest: payload.digest };
    return { rows: [row], payloads: [payload] };
  }
}

function encode(item: RecordItem, verdictText: VerdictTexts): EncodedItem {
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
        add("approval", callId, canonicalJson({ answer, origin, tool }));
      add(rowType(item), callId, settleText(item, verdictText, payloads));
      break;
    }
    case "landing":
      add(rowType(item), item.entry.callId, landingText(item, payloads));
      break;
    case "note":
      add("flow-note", null, noteText(item, payloads));
      break;
    case "changes":
      rows.push(...changeRows(item.entries));
      break;
    case "change-mark":
      rows.push(changeMarkRow(item.change));
      break;
    case "session-open":
    case "session-close": {
      const payload = manifestPayload(item.manifest);
      payloads.push(payload);
      rows.push({ type: item.kind, callId: null, payloadDigest: payload.digest });
      break;
    }
    case "claim":
      add("run-claimed", null, canonicalJson({ owner: item.owner, run: item.runId }));
      break;
    case "confirm":
    case "mark":
      break;
  }
  return { rows, payloads };
}

function rowType(item: RecordItem): RowType {
  if (item.kind === "intent") return "call-intent";
  if (item.kind === "settle") return settleType(item);
  if (item.kind === "landing") return landingType(item);
  if (item.kind === "note") return "flow-note";
  if (item.kind === "change-mark") return item.change.undone ? "change-undone" : "change-redone";
  if (item.kind === "claim") return "run-claimed";
  return item.kind === "mark" || item.kind === "confirm" ? "record-gap" : item.kind;
}

/** A call that ran and failed is not one that was refused before it could. */
function settleType({ entry, result, isLate }: SettleItem): RowType {
  if (isLate) return "late-settlement";
  if (result.type === "output") return "call-succeed";
  return entry.stage === "execute" ? "call-fail" : "call-refuse";
}

const LANDING_TYPES = {
  landed: "landing-done",
  dropped: "landing-drop",
  kept: "landing-keep",
} as const;

function landingType({ entry: { landing } }: LandingItem): RowType {
  return landing === null ? "landing-intent" : LANDING_TYPES[landing.state];
}

function landingText({ entry }: LandingItem, payloads: Payload[]): string {
  const layout: Layout = { plain: false };
  const { action, by, landing, paths, without, held } = entry;
  const facts = {
    action,
    by,
    landing: landing === null ? undefined : contentOf(landing, layout, payloads),
    paths: contentOf(paths, layout, payloads),
    without: contentOf(without, layout, payloads),
    held: held === undefined ? undefined : contentOf(held, layout, payloads),
  };
  return layoutText(facts, layout);
}

function noteText({ note }: NoteItem, payloads: Payload[]): string {
  const layout: Layout = { plain: false };
  return layoutText({ note: contentOf(note, layout, payloads) }, layout);
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

/**
 * Members in canonical order, in one go: the engine's serialiser costs as much to start as a few members do. What is empty or
 * false is left out; most calls have neither answers nor a cause. The verdict at the end is shared between calls, so its text
 * is made apart.
 */
function settleText(item: SettleItem, verdictText: VerdictTexts, payloads: Payload[]): string {
  const { entry, accesses, answers, cause, detail, input, result, uncut } = item;
  const layout: Layout = { plain: false };
  const facts = {
    accesses: accesses.length === 0 ? undefined : accesses.map(accessFacts),
    answers: answers.length === 0 ? undefined : inOrder(answers, layout),
    arguments: contentOf(entry.arguments, layout, payloads),
    cause: cause === undefined ? undefined : contentOf(cause, layout, payloads),
    detail: detail === undefined ? undefined : contentOf(detail, layout, payloads),
    footprint: footprintFacts(entry.footprint, layout),
    input: input === undefined ? undefined : contentOf(input, layout, payloads),
    intended: entry.intended ? true : undefined,
    ordinal: entry.ordinal,
    origin: entry.origin,
    result: contentOf(result, layout, payloads),
    span: spanFacts(entry, result, layout),
    stage: entry.stage,
    tool: entry.tool,
    uncut: uncut === undefined ? undefined : contentOf(uncut, layout, payloads),
  };
  const text = layoutText(facts, layout);
  return `${text.slice(0, -1)},"verdict":${verdictText(entry.verdict)}}`;
}
