/** The skills of a project as a person trusts them: look, then keep exactly the texts that were looked at. */
import type { Skill } from "@toolplane/agent";
import {
  type ContentTrust,
  readContentTrust,
  removeContentTrust,
  writeContentTrust,
} from "../settings/trust/content-trust.ts";
import { readSkillIndex } from "./open-skills.ts";

export interface OfferedSkill {
  readonly name: string;
  readonly description: string;
  readonly place: string;
  readonly allowedTools: readonly string[] | null;
  readonly digest: string;
  /** What lies beside the text: trusted with it. */
  readonly files: readonly string[];
  readonly state: "new" | "changed" | "trusted";
}

export interface SkillOffer {
  readonly skills: readonly OfferedSkill[];
  /** True where one of them is not trusted as it is. */
  readonly isOpen: boolean;
  keep(answer: Pick<ContentTrust, "atMs" | "by">): void;
}

export async function openSkillTrust({
  workspace,
  userData,
  home,
}: {
  readonly workspace: string;
  readonly userData: string;
  readonly home: string;
}): Promise<SkillOffer> {
  // The home folder only tells where a project ends.
  const { skills: found } = await readSkillIndex({ workspace, home, userData, trustProject: true });
  const own = found.filter(({ origin }) => origin === "project");
  const content = { kind: "skills", userData, workspace } as const;
  const known = readContentTrust(content)?.digests ?? {};
  const skills = own.map((skill) => ({ ...factsOf(skill), state: stateOf(skill, known) }));
  return {
    skills,
    isOpen: skills.some(({ state }) => state !== "trusted"),
    keep(answer) {
      if (own.length === 0) {
        removeContentTrust(content);
        return;
      }
      const digests = Object.fromEntries(own.map(({ place, digest }) => [place, digest]));
      writeContentTrust(content, { ...answer, digests });
    },
  };
}

function factsOf({ name, description, place, allowedTools, digest, files }: Skill) {
  return { name, description, place, allowedTools, digest, files };
}

function stateOf(
  { place, digest }: Skill,
  known: Readonly<Record<string, string>>,
): OfferedSkill["state"] {
  if (!Object.hasOwn(known, place)) return "new";
  return known[place] === digest ? "trusted" : "changed";
}
