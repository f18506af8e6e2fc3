/** The skills of a project as a person trusts them: look, then keep exactly the texts that were looked at. */
import type { Skill } from "@toolplane/agent";
import {
  openContentTrust,
  type TrustAnswer,
  type TrustState,
} from "../settings/trust/open-content-trust.ts";
import { readSkillIndex } from "./open-skills.ts";

export interface OfferedSkill {
  readonly name: string;
  readonly description: string;
  readonly place: string;
  readonly allowedTools: readonly string[] | null;
  readonly digest: string;
  /** Files beside the text: trusted with it. */
  readonly files: readonly string[];
  readonly state: TrustState;
}

export interface SkillOffer {
  readonly skills: readonly OfferedSkill[];
  /** True where one of them is not trusted as it is. */
  readonly isOpen: boolean;
  keep(answer: TrustAnswer): void;
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
  const trust = openContentTrust({ kind: "skills", userData, workspace });
  const skills = own.map((skill) => ({
    ...factsOf(skill),
    state: trust.stateOf(skill.place, skill.digest),
  }));
  return {
    skills,
    isOpen: skills.some(({ state }) => state !== "trusted"),
    keep(answer) {
      const digests = Object.fromEntries(own.map(({ place, digest }) => [place, digest]));
      trust.keep(digests, answer);
    },
  };
}

function factsOf({ name, description, place, allowedTools, digest, files }: Skill) {
  return { name, description, place, allowedTools, digest, files };
}
