export {
  findSkills,
  type Kit,
  type KitStep,
  readKit,
  readSkill,
  readToolSkill,
  renderKits,
  renderSkills,
  renderToolSkills,
  type Skill,
  type SkillFiles,
  type SkillIndex,
  type SkillNote,
  type SkillOrigin,
  type SkillSource,
  type ToolSkill,
  usableKits,
} from "@toolplane/agent";
export { shippedKits, shippedToolSkills } from "./shipped-kits.ts";
export { createSkillDisk } from "./skill-disk.ts";
