/**
 * What a session that was started from within another begins with: everything that the other has seen. A command could otherwise start
 * a session of its own and be rid of it. What the person said there is not handed on. What cannot be read counts as seen.
 */
import { type FlowFacts, PRIVATE, type Store, UNTRUSTED } from "@toolplane/contract";
import { readLabels } from "../library/read-labels.ts";
import type { Settings } from "../settings/declaration/settings.ts";

export async function inheritedLabels(
  { startedBy }: Pick<Settings, "startedBy">,
  store: Pick<Store, "events" | "payloads" | "sessions">,
): Promise<{ readonly flow?: FlowFacts }> {
  if (startedBy === null) return {};
  const isKnown = await store.sessions.get(startedBy).then(Boolean, () => false);
  const labels = isKnown ? await readLabels(store, startedBy).catch(() => null) : null;
  if (labels !== null) return { flow: { seen: labels.seen, notes: [] } };
  const by = { sessionId: startedBy, callId: "", tool: "", atMs: 0 };
  const source = `session ${startedBy.slice(0, 100)}, which started this one and cannot be read`;
  return {
    flow: { seen: [UNTRUSTED, PRIVATE].map((label) => ({ label, source, ...by })), notes: [] },
  };
}
