/** What sessions are given beside doors: skills, memory and language servers, each where it can work. */
import type { SkillIndex } from "@toolplane/agent";
import type { Host, Store } from "@toolplane/contract";
import type { Kernel, KernelOptions } from "@toolplane/kernel";
import { openLibraryLanguages } from "./library-languages.ts";
import { libraryMemory } from "./library-memory.ts";
import { openLibrarySkills, tellSkills } from "./library-skills.ts";
import type { ToolplaneOptions } from "./toolplane-options.ts";

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
