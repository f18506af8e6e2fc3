/** Opens the services of sessions beside doors: skills, memory and language servers, each where it can work. */
import type { SkillIndex } from "@toolplane/agent";
import type { SessionServices } from "@toolplane/contract";
import type { Host, Store } from "@toolplane/contract/ports";
import type { Kernel, KernelOptions } from "@toolplane/kernel";
import { openProjectMemory } from "../../state/project-memory.ts";
import type { ToolplaneOptions } from "../options/toolplane-options.ts";
import { openLibraryLanguages } from "./library-languages.ts";
import { openLibrarySkills, tellSkills } from "./library-skills.ts";

export interface LibraryServices {
  readonly kernel: Pick<KernelOptions, "services">;
  readonly skills: SkillIndex;
  attach(kernel: Pick<Kernel, "openChannel">): void;
  close(): Promise<void>;
}

export async function openLibraryServices(
  options: ToolplaneOptions,
  {
    host,
    warn,
    keep,
  }: {
    readonly host: Host;
    readonly warn: (text: string) => void;
    readonly keep: { readonly store: Store } | null;
  },
): Promise<LibraryServices> {
  const skills = await openLibrarySkills(options);
  tellSkills(skills.index, warn);
  const given = skills.kernel.services ?? options.services ?? {};
  const services = {
    ...given,
    ...libraryMemory(keep?.store ?? null, { host, services: given }),
  };
  const languages = openLibraryLanguages(options, { host, services });
  return {
    kernel: { services, ...languages.kernel },
    skills: skills.index,
    attach: languages.attach,
    close: languages.close,
  };
}

/** The memory of a toolplane: notes of its workspace in its own store, where there are both. */
function libraryMemory(
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
          key,
          content,
          labels: use?.labels ?? [],
          sessionId: use?.sessionId ?? null,
          atMs: host.clock.wallMs(),
        }),
      labels: async (key) =>
        (await memory.list())
          .filter((note) => key === undefined || note.key === key)
          .flatMap(({ labels }) => labels),
    },
  };
}
