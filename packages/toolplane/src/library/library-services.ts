/** What sessions are given beside doors: skills and language servers, each where it can work. */
import type { SkillIndex } from "@toolplane/agent";
import type { Host } from "@toolplane/contract";
import type { Kernel, KernelOptions } from "@toolplane/kernel";
import { openLibraryLanguages } from "./library-languages.ts";
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
  { host, warn }: { readonly host: Host; readonly warn: (text: string) => void },
): Promise<LibraryServices> {
  const skills = await openLibrarySkills(options);
  tellSkills(skills.index, warn);
  const services = skills.kernel.services ?? options.services ?? {};
  const languages = openLibraryLanguages(options, { host, services });
  return {
    kernel: { ...skills.kernel, ...languages.kernel },
    skills: skills.index,
    attach: languages.attach,
    close: languages.close,
  };
}
