/**
 * Makes the metadata of a result, once with the result: how long the call has taken, its attempts, where its text comes
 * from.
 */
import { type LabelSource, type ResultMetadata, UNTRUSTED } from "@toolplane/contract";
import { nowOf } from "../session/now-of.ts";
import type { CallView } from "./call-view.ts";

export type MeasuredCall = CallView<{
  reads: "startedMs" | "attempt" | "outside" | "labels" | "executed" | "tool" | "awaits";
  session: "host" | "marksAll";
}>;

/** Metadata that can be added to while the result is made. */
export type FreshMetadata = { -readonly [K in keyof ResultMetadata]: ResultMetadata[K] };

export function metadataOf(call: MeasuredCall): FreshMetadata {
  const durationMs = nowOf(call.session.host.clock, call.startedMs) - call.startedMs;
  const metadata: FreshMetadata = { duration_ms: Math.max(0, Math.round(durationMs)) || 0 };
  if (call.attempt > 1) metadata.attempts = call.attempt;
  if (call.awaits !== null) metadata.awaits = call.awaits;
  const outside = outsideOf(call);
  if (outside !== null) metadata.untrusted = { source: outside };
  else if (call.session.marksAll && bringsContent(call))
    metadata.marked = { source: toolSource(call.tool) };
  const labels = ownLabels(call);
  if (labels !== null) metadata.labels = labels;
  return metadata;
}

/** Labels of what was touched, and those that the tool declares for everything it returns. */
function ownLabels({ labels, executed, tool }: MeasuredCall): readonly LabelSource[] | null {
  const always = executed ? (tool?.entry.tool.flow?.labels ?? NONE) : NONE;
  if (always.length === 0) return labels;
  const source = toolSource(tool);
  const added = always.filter((label) => label !== UNTRUSTED).map((label) => ({ label, source }));
  return added.length === 0 ? labels : [...(labels ?? []), ...added];
}

const NONE: readonly string[] = Object.freeze([]);

function toolSource(tool: MeasuredCall["tool"]): string {
  const { origin = "unknown", tool: called } = tool?.entry ?? {};
  return origin === "bundled" ? `tool:${called?.id}` : origin;
}

/** A tool without a capability speaks for the session: a person's answer, a skill, a list of its own. */
function bringsContent({ executed, tool }: MeasuredCall): boolean {
  if (!executed || tool === null) return false;
  const { fs = {}, net = {}, shell = [], env = [] } = tool.entry.tool.requires;
  return [...Object.values(fs), ...Object.values(net), shell, env].some((list) => list.length > 0);
}

/** Names the outside source of a result. A server's text is outside text even when no door saw it. */
function outsideOf({ outside, executed, tool }: MeasuredCall): string | null {
  if (outside !== null || !executed || !tool) return outside;
  const { entry } = tool;
  if (entry.remote) return entry.origin;
  return entry.tool.flow?.labels?.includes(UNTRUSTED) ? toolSource(tool) : null;
}
