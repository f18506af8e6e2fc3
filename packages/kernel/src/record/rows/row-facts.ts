/**
 * Lays out the kernel's own facts about a call, with members in canonical order. They are known, so they are laid out
 * by hand; sorting them for every call would be the dearest part of the record. Facts that follow from the rest of a
 * row are left out and put back when it is read: a span bears the call's own name and id.
 */
import type { Footprint, Resource, ToolResult, TraceSpan } from "@toolplane/contract";
import type { AccessFact, SettleEntry } from "@toolplane/contract/ports";
import { inOrder, type Layout } from "./row-layout.ts";

/** A footprint. Files are nearly all there is; the rest is sorted. */
export function footprintFacts(footprint: Footprint | null, layout: Layout): unknown {
  if (footprint === null) return null;
  return { resources: footprint.resources.map((resource) => resourceFacts(resource, layout)) };
}

function resourceFacts(resource: Resource, layout: Layout): unknown {
  if (resource.capability !== "fs.read" && resource.capability !== "fs.write") {
    return inOrder(resource, layout);
  }
  const { argument, capability, entries, history, origin, path, real, tree, unitIndex, via } =
    resource;
  return {
    argument,
    capability,
    entries: entries === undefined ? undefined : inOrder(recordedEntries(entries), layout),
    history,
    origin,
    path,
    real,
    tree,
    unitIndex,
    via,
  };
}

type Entries = NonNullable<Extract<Resource, { readonly path: string }>["entries"]>;

/** Paths of a written tree that a row keeps. */
const MAX_ENTRIES = 10_000;

/** Keeps the first of too many entries: a later judge of the row then takes the tree as one that could not be listed. */
function recordedEntries(entries: Entries): Entries {
  if (entries.paths.length <= MAX_ENTRIES) return entries;
  return { paths: entries.paths.slice(0, MAX_ENTRIES), complete: false };
}

/** One thing that a call touched. */
export function accessFacts({ predicted, refused, subject }: AccessFact): AccessFact {
  return refused === undefined ? { predicted, subject } : { predicted, refused, subject };
}

/** The members of a span that do not follow from its call. */
export function spanFacts(entry: SettleEntry, result: ToolResult, layout: Layout): unknown {
  const { attrs, durationMs, endMs, kind, name, parentSpanId, spanId, startMs, status, traceId } =
    entry.span;
  return {
    attrs: inOrder(attrs, layout),
    durationMs: durationMs === usualDuration(startMs, endMs) ? undefined : durationMs,
    endMs,
    kind: kind === "tool" ? undefined : kind,
    name: name === usualName(entry) ? undefined : name,
    parentSpanId,
    spanId: spanId === entry.callId ? undefined : spanId,
    startMs,
    status: status === usualStatus(result) ? undefined : status,
    traceId,
  };
}

/** The span that {@link spanFacts} was made of. */
export function readSpan(
  facts: Partial<TraceSpan> & Pick<TraceSpan, "startMs" | "attrs">,
  call: Pick<SettleEntry, "callId" | "tool">,
  result: ToolResult,
): TraceSpan {
  const durationMs = usualDuration(facts.startMs, facts.endMs);
  return {
    spanId: call.callId,
    name: usualName(call),
    kind: "tool",
    ...(durationMs === undefined ? {} : { durationMs }),
    status: usualStatus(result),
    ...facts,
  };
}

function usualDuration(startMs: number, endMs: number | undefined): number | undefined {
  return endMs === undefined ? undefined : endMs - startMs;
}

function usualName({ tool }: Pick<SettleEntry, "tool">): string {
  return `execute_tool ${tool}`;
}

function usualStatus(result: ToolResult): TraceSpan["status"] {
  if (result.type === "output") return "ok";
  return result.code === "timeout" || result.code === "cancelled" ? result.code : "error";
}
