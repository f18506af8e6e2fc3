/** The SKILL.md files of one source: in folders of its folder, a few levels deep, inside bounds, and nowhere outside of it. */
import { isWithin } from "@toolplane/readings";
import type { SkillNote, SkillOrigin } from "./skill.ts";
import type { SkillFiles, SkillSource } from "./skill-files.ts";

export interface SkillFile {
  readonly origin: SkillOrigin;
  /** The name of its folder. */
  readonly name: string;
  /** As a person would look for it. */
  readonly place: string;
  /** Its real path, with links followed. */
  readonly real: string;
  readonly folder: string | null;
  /** The same for two ways to the same file. */
  readonly identity: string;
}

export interface FoundFiles {
  readonly files: readonly SkillFile[];
  readonly notes: readonly SkillNote[];
}

/** `skills/area/name/SKILL.md` is found, and one level more. */
const MAX_DEPTH = 3;
const MAX_FOLDERS = 2_000;
const MAX_NAMES = 2_000;
/** Folders that hold other things. */
const PASSED_OVER: readonly string[] = ["node_modules", ".git"];

export async function findSkillFiles(files: SkillFiles, source: SkillSource): Promise<FoundFiles> {
  if (source.origin === "url") return { files: [fileOfAddress(source.address)], notes: [] };
  const { origin } = source;
  const found: SkillFile[] = [];
  const notes: SkillNote[] = [];
  const tell = (place: string, text: string): void => void notes.push({ place, origin, text });
  const within = await files.real(source.within);
  const waiting = [{ path: source.folder, name: lastPart(source.folder), depth: 0 }];
  const entered = new Set<string>();
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const folder = await files.real(at.path);
    if (folder?.kind !== "folder") continue;
    if (within === null || !isWithin(folder.path, within.path)) {
      tell(at.path, `it is a link out of ${source.within}`);
      continue;
    }
    if (entered.has(folder.path)) continue;
    if (entered.size >= MAX_FOLDERS) {
      tell(at.path, `more than ${MAX_FOLDERS} folders are not looked through`);
      break;
    }
    entered.add(folder.path);
    const names = [...((await files.list(folder.path)) ?? [])].sort().slice(0, MAX_NAMES);
    const own = names.find((name) => name === "SKILL.md") ?? names.find(isSkillName);
    if (own !== undefined) {
      const file = await fileIn(files, { own, at, folder: folder.path });
      if (typeof file === "string") tell(`${at.path}/${own}`, file);
      else found.push({ origin, ...file });
      continue;
    }
    if (at.depth >= MAX_DEPTH) continue;
    for (const name of names)
      if (!PASSED_OVER.includes(name))
        waiting.push({ path: `${at.path}/${name}`, name, depth: at.depth + 1 });
  }
  return { files: found, notes };
}

/** The file, or why it is none. */
async function fileIn(
  files: SkillFiles,
  {
    own,
    at,
    folder,
  }: {
    readonly own: string;
    readonly at: { readonly path: string; readonly name: string };
    readonly folder: string;
  },
): Promise<Omit<SkillFile, "origin"> | string> {
  const real = await files.real(`${folder}/${own}`);
  if (real === null) return "it leads nowhere";
  if (real.kind !== "file") return "it is no regular file";
  if (!isWithin(real.path, folder)) return "it is a link out of its folder";
  return {
    name: at.name,
    place: `${at.path}/${own}`,
    real: real.path,
    folder: at.path,
    identity: real.path,
  };
}

function fileOfAddress(address: string): SkillFile {
  const parts = address.split(/[?#]/, 1)[0]?.split("/") ?? [];
  const name = parts.filter((part) => part !== "" && !isSkillName(part)).at(-1) ?? "";
  return { origin: "url", name, place: address, real: address, folder: null, identity: address };
}

function isSkillName(name: string): boolean {
  return name.toLowerCase() === "skill.md";
}

function lastPart(path: string): string {
  return (
    path
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? ""
  );
}
