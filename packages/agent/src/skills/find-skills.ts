/**
 * Looks through the sources in their order and reads every SKILL.md: the first of a name wins, a later one gets a note.
 * Everything is read once, here: the text that a person trusted, that the prompt names and that the model gets is the
 * same to the end.
 */
import { digestSkill } from "./digest-skill.ts";
import { findSkillFiles, type SkillFile } from "./find-skill-files.ts";
import { readSkill } from "./read-skill.ts";
import type { Skill, SkillIndex, SkillNote, SkillOrigin } from "./skill.ts";
import type { SkillFiles, SkillSource } from "./skill-files.ts";

export interface FindSkillsOptions {
  readonly files: SkillFiles;
  readonly sources: readonly SkillSource[];
  /** Says why this file may not be used, by its digest; null: it may. Asked before it is read as a skill. */
  readonly refuse?: (file: {
    readonly place: string;
    readonly origin: SkillOrigin;
    readonly digest: string;
  }) => string | null;
  readonly maxSkills?: number;
  readonly maxBytes?: number;
}

/** More than a prompt can name. */
const MAX_SKILLS = 500;
/** Ten times the longest that is known. */
const MAX_BYTES = 1_048_576;
/** All of them together are kept in memory. */
const MAX_TOTAL_BYTES = 33_554_432;
const MAX_NOTES = 1_000;

/** Why a file is no skill here. */
interface Refused {
  readonly reason: string;
}

/** Finds skills. Never rejects: one that cannot be read gets a note. */
export async function findSkills(options: FindSkillsOptions): Promise<SkillIndex> {
  const { files, sources, refuse, maxSkills = MAX_SKILLS, maxBytes = MAX_BYTES } = options;
  const skills = new Map<string, Skill>();
  const notes = { warnings: [] as SkillNote[], skipped: [] as SkillNote[] };
  const seen = new Set<string>();
  let total = 0;
  const skip = (file: Pick<SkillFile, "place" | "origin">, text: string): void =>
    note(notes.skipped, file, text);
  const take = async (
    file: SkillFile,
  ): Promise<Refused | { readonly warnings: readonly string[] }> => {
    if (skills.size >= maxSkills)
      return { reason: `there are ${maxSkills} skills already, the most there may be` };
    const bytes = await readBytes(files, file, maxBytes);
    if (!(bytes instanceof Uint8Array)) return bytes;
    total += bytes.length;
    if (total > MAX_TOTAL_BYTES)
      return { reason: `all skills together are larger than ${MAX_TOTAL_BYTES} bytes` };
    const looked = await digestSkill(files, file, bytes);
    if (!looked.ok) return looked;
    const { digest } = looked;
    const { place, origin, folder } = file;
    const refused = refuse?.({ place, origin, digest }) ?? null;
    if (refused !== null) return { reason: refused };
    const read = readSkill(bytes, { folder: file.name });
    if (!read.ok) return read;
    const { name } = read.skill;
    const first = skills.get(name);
    if (first !== undefined)
      return { reason: `there is a skill ${name} before it: ${first.place}` };
    skills.set(
      name,
      Object.freeze({ ...read.skill, place, origin, folder, digest, files: looked.files }),
    );
    return { warnings: read.warnings };
  };
  for (const source of sources) {
    const found = await findSkillFiles(files, source);
    for (const { place, origin, text } of found.notes) skip({ place, origin }, text);
    for (const file of found.files) {
      // A folder that two sources lead to is one skill, not two of the same name.
      if (seen.has(file.identity)) continue;
      seen.add(file.identity);
      const taken = await take(file);
      if ("reason" in taken) skip(file, taken.reason);
      else for (const text of taken.warnings) note(notes.warnings, file, text);
    }
  }
  return Object.freeze({ skills: Object.freeze([...skills.values()]), ...notes });
}

function readBytes(
  files: SkillFiles,
  { origin, real, place }: SkillFile,
  maxBytes: number,
): Promise<Uint8Array | Refused> {
  if (origin !== "url") return files.read(real, maxBytes);
  return (
    files.fetch?.(place, maxBytes) ?? Promise.resolve({ reason: "addresses are not read here" })
  );
}

function note(
  notes: SkillNote[],
  { place, origin }: Pick<SkillFile, "place" | "origin">,
  text: string,
): void {
  if (notes.length < MAX_NOTES) notes.push({ place, origin, text });
}
