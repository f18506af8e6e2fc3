/** The skills of an index as the tool `skill` asks for them. Bodies were read with the index, so a second call is the first again. */
import type { Rule, SessionServices } from "@toolplane/contract";
import type { Skill, SkillIndex } from "./skill.ts";

type SkillsService = NonNullable<SessionServices["skills"]>;

export interface SkillServiceOptions {
  /** A skill's `allowed-tools` as rules that allow; everything else is refused while it is in use. */
  readonly rulesFor?: (skill: Skill) => readonly Rule[];
}

export function createSkillService(
  { skills }: SkillIndex,
  { rulesFor }: SkillServiceOptions = {},
): SkillsService {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const texts = new Map<string, string>();
  const entries = skills.map(({ name, description }) => Object.freeze({ name, description }));
  return {
    list: () => entries,
    async load(name, use) {
      const skill = byName.get(name);
      if (skill === undefined) return null;
      if (skill.allowedTools !== null && rulesFor && use)
        use.narrow({ by: `skill ${skill.name}`, rules: rulesFor(skill) });
      const known = texts.get(skill.name) ?? skillText(skill);
      texts.set(skill.name, known);
      return known;
    },
  };
}

/** The files that a text names lie beside it, and a model cannot know where that is. */
function skillText({ body, folder }: Skill): string {
  return folder === null ? body : `${body}\n\nFiles that this skill names are in ${folder}.`;
}
