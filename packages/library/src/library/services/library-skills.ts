/** The skills of a toolplane that a program makes: found on this machine unless it says otherwise. */
import { homedir } from "node:os";
import type { SkillIndex } from "@toolplane/agent";
import { ConfigurationError } from "@toolplane/contract";
import type { KernelOptions } from "@toolplane/kernel";
import { anyOf, OPTION, type OptionKinds, oneOf, only, optionFault } from "@toolplane/readings";
import type { SkillsOption } from "../options/skills-option.ts";
import type { ToolplaneOptions } from "../options/toolplane-options.ts";
import { userDataOf } from "../sessions/open-record.ts";

export interface LibrarySkills {
  readonly index: SkillIndex;
  readonly kernel: Pick<KernelOptions, "services">;
}

const KINDS: OptionKinds<SkillsOption> = {
  project: oneOf("trusted", "all", "none"),
  home: anyOf(OPTION.text, only(false)),
  bundled: OPTION.list,
  paths: OPTION.list,
  urls: OPTION.list,
};

const NONE: SkillIndex = Object.freeze({ skills: [], warnings: [], skipped: [] });

/** Finds them where something would use them. Rejects with a ConfigurationError for options that are wrong. */
export async function openLibrarySkills(options: ToolplaneOptions): Promise<LibrarySkills> {
  const { skills, services = {}, workspace = process.cwd() } = options;
  const fault = skills ? optionFault(skills, KINDS) : null;
  if (fault !== null) throw new ConfigurationError("createToolplane skills", fault);
  if (skills === false || services.skills || !isWanted(options)) return { index: NONE, kernel: {} };
  const { project = "trusted", home = ownHome(options), ...places } = skills ?? {};
  const { openSkills } = await import("../../skills/open-skills.ts");
  const { index, service } = await openSkills({
    ...places,
    home: home === false ? null : home,
    workspace: project === "none" ? null : workspace,
    userData: userDataOf(options),
    trustProject: project === "all",
  });
  return { index, kernel: service ? { services: { ...services, skills: service } } : {} };
}

/** Warns about skills that were left out; the index says which and why. */
export function tellSkills({ skipped, warnings }: SkillIndex, warn: (text: string) => void): void {
  const [first] = skipped;
  if (first === undefined) return;
  const more = skipped.length > 1 ? ` So are ${skipped.length - 1} more.` : "";
  const odd = warnings.length > 0 ? ` ${warnings.length} warnings.` : "";
  warn(`A skill is left out, ${first.place}: ${first.text}.${more}${odd}`);
}

/** Only where the tool is there, and on this machine: a host of one's own has files of its own. */
function isWanted({ skills, host, preset, tools, only: chosen }: ToolplaneOptions): boolean {
  const isThere =
    tools?.some(
      (tool) => typeof tool === "object" && tool !== null && "id" in tool && tool.id === "skill",
    ) === true ||
    ((preset !== undefined || tools === undefined) && (chosen?.includes("skill") ?? true));
  return isThere && (host === undefined || skills !== undefined);
}

function ownHome({ environment }: ToolplaneOptions): string {
  return environment?.HOME || process.env.HOME || homedir();
}
