export { type OfferedSkill, openSkillTrust, type SkillOffer } from "./open-skill-trust.ts";
export { type OpenSkills, openSkills, readSkillIndex } from "./open-skills.ts";
