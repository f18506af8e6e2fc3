/** Sources of skills, in the order in which they count. */
export interface SkillsOption {
  /** Those of the workspace's project: where the person trusted them (`trusted`, the default), `all`, or `none`. */
  readonly project?: "trusted" | "all" | "none";
  /** The home folder whose `.agents/skills` and `.claude/skills` are read; false: none. This person's unless given. */
  readonly home?: string | false;
  /** Folders of skills that the program brings. */
  readonly bundled?: readonly string[];
  /** Further folders of skills, absolute. */
  readonly paths?: readonly string[];
  /** Addresses of SKILL.md files, https only. */
  readonly urls?: readonly string[];
}
