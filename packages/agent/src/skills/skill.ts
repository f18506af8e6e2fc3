/** A skill once it was read, and where skills come from. */

/** Sources in the order in which they count: the first skill of a name wins. */
const SKILL_ORIGINS = ["project", "user", "bundled", "path", "url"] as const;

export type SkillOrigin = (typeof SKILL_ORIGINS)[number];

/** One skill, read and frozen. */
export interface Skill {
  readonly name: string;
  /** One line, at most 1,024 characters. */
  readonly description: string;
  /** The text for the model, without front matter and without invisible characters. */
  readonly body: string;
  readonly origin: SkillOrigin;
  /** The SKILL.md itself: a path, or an address. */
  readonly place: string;
  /** Where the files are that the text names; null for one that came from an address. */
  readonly folder: string | null;
  /** Tools that may be used while the skill is in use; null: it does not say. */
  readonly allowedTools: readonly string[] | null;
  /** `license`, `compatibility` and `metadata`, as far as they are texts. */
  readonly facts: Readonly<Record<string, string>>;
  /** SHA-256, in hexadecimal, of the file; of a project's skill with every file that lies beside it. */
  readonly digest: string;
  /** Files beside it, by their path there: of a project's skill, which is trusted with them. */
  readonly files: readonly string[];
}

/** Something that a person should know about one place. */
export interface SkillNote {
  readonly place: string;
  readonly origin: SkillOrigin;
  readonly text: string;
}

/** All skills of a session. Nothing in it changes. */
export interface SkillIndex {
  readonly skills: readonly Skill[];
  /** Loaded, but not as its author may think. */
  readonly warnings: readonly SkillNote[];
  /** Not loaded, and why. */
  readonly skipped: readonly SkillNote[];
}
