/**
 * Leads to what is kept between sessions. A note is kept with the labels of everything that the session has read by
 * then, and its reader takes them over: a stranger's text is still one when it comes out of memory.
 */
import type { LabelSource, SessionServices } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import { addLabels } from "../labels/add-labels.ts";

type Memory = NonNullable<SessionServices["memory"]>;

export function createMemoryDoor(call: CallState, memory: Memory): Memory {
  const { flow, manifest } = call.session;
  const take = async (key?: string): Promise<void> => {
    addLabels(call, (await memory.labels?.(key)) ?? []);
  };
  return {
    async read(key) {
      // Before and after: another session may write in between.
      await take(key);
      const content = await memory.read(key);
      await take(key);
      return content;
    },
    async list() {
      await take();
      return memory.list();
    },
    write: (key, content) =>
      memory.write(key, content, {
        labels: flow.seen().map(({ label, source }): LabelSource => ({ label, source })),
        sessionId: manifest.sessionId,
      }),
    remove: (key) => memory.remove(key),
    ...(memory.labels ? { labels: memory.labels } : {}),
  };
}
