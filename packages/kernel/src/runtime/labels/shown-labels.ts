import type { SeenLabel } from "@toolplane/contract";
import { UNTRUSTED } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import type { FlowView } from "../../flow/judge-flow.ts";

/**
 * A process that was shown something private can carry it out in the same breath, before any result was seen: so what it was shown
 * counts with what the session has seen. What it fetched itself does not: no model has read that yet.
 */
export function withShownLabels({ session, labels, id, name }: CallState): FlowView["flow"] {
  const { flow } = session;
  const shown = (labels ?? []).filter((one) => one.label !== UNTRUSTED && flow.counts(one));
  if (shown.length === 0) return flow;
  const by = { sessionId: session.manifest.sessionId, callId: id, tool: name };
  const atMs = session.host.clock.wallMs();
  const firstOf = (label: string): SeenLabel | null => {
    const own = shown.find((one) => one.label === label);
    return flow.firstOf(label) ?? (own ? { ...own, ...by, atMs } : null);
  };
  return { firstOf, hasSeen: (wanted) => wanted.every((label) => firstOf(label) !== null) };
}
