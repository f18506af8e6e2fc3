/** The memory of a toolplane: notes of its workspace in its own store, where there are both. */
import type { Host, SessionServices, Store } from "@toolplane/contract";
import { openProjectMemory } from "../state/project-memory.ts";

export function libraryMemory(
  store: Store | null,
  { host, services }: { readonly host: Host; readonly services: SessionServices },
): Pick<SessionServices, "memory"> {
  const [workspace] = host.variables().workspace ?? [];
  if (services.memory || store === null || workspace === undefined) return {};
  const memory = openProjectMemory(store, workspace);
  return {
    memory: {
      read: async (key) => (await memory.read(key))?.content ?? null,
      list: async () => (await memory.list()).map(({ key }) => key),
      remove: memory.remove,
      write: (key, content, use) =>
        memory.write({
          ...{ key, content, labels: use?.labels ?? [], sessionId: use?.sessionId ?? null },
          atMs: host.clock.wallMs(),
        }),
      labels: async (key) =>
        (await memory.list())
          .filter((note) => key === undefined || note.key === key)
          .flatMap(({ labels }) => labels),
    },
  };
}
