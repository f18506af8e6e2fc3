/**
 * Digests what a person trusts of a project's skill: its text, and every file that lies beside it. A model that follows
 * the text reads and runs those, so one that changes is as much another skill as another text is.
 */
import { createHash } from "node:crypto";
import type { SkillFile } from "./find-skill-files.ts";
import type { SkillFiles } from "./skill-files.ts";

export type SkillDigest =
  | { readonly ok: true; readonly digest: string; readonly files: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const MAX_FILES = 500;
const MAX_DEPTH = 6;
const MAX_TOTAL_BYTES = 16_777_216;

/** `bytes`: those of the text itself. Files that cannot be read whole make a skill that cannot be trusted. */
export async function digestSkill(
  files: SkillFiles,
  { origin, real }: Pick<SkillFile, "origin" | "real">,
  bytes: Uint8Array,
): Promise<SkillDigest> {
  const own = sha256(bytes);
  if (origin !== "project") return { ok: true, digest: own, files: [] };
  const folder = real.slice(0, real.lastIndexOf("/"));
  const beside = await listBeside(files, folder, real);
  if (!beside.ok) return beside;
  const lines: string[] = [];
  let left = MAX_TOTAL_BYTES;
  for (const name of beside.names) {
    const content = await files.read(`${folder}/${name}`, left);
    if (!(content instanceof Uint8Array)) return fault(`${name}: ${content.reason}`);
    left -= content.length;
    lines.push(JSON.stringify([name, sha256(content)]));
  }
  // A text alone keeps the digest that it always had.
  const digest = lines.length === 0 ? own : sha256([own, ...lines].join("\n"));
  return { ok: true, digest, files: beside.names };
}

async function listBeside(
  files: SkillFiles,
  folder: string,
  own: string,
): Promise<{ readonly ok: true; readonly names: readonly string[] } | Refused> {
  const found: string[] = [];
  const waiting = [{ path: folder, depth: 0 }];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const name of [...((await files.list(at.path)) ?? [])].sort()) {
      const path = `${at.path}/${name}`;
      const real = await files.real(path);
      const shown = path.slice(folder.length + 1);
      if (real?.path === own) continue;
      // A link could lead to something else tomorrow.
      if (real === null || real.path !== path) return fault(`${shown} is a link`);
      if (real.kind === "other") return fault(`${shown} is no file`);
      if (real.kind === "file") found.push(shown);
      if (real.kind === "folder") waiting.push({ path, depth: at.depth + 1 });
      if (found.length + waiting.length > MAX_FILES || at.depth > MAX_DEPTH)
        return fault(`more than ${MAX_FILES} files or ${MAX_DEPTH} levels lie beside it`);
    }
  }
  return { ok: true, names: found.sort() };
}

type Refused = Extract<SkillDigest, { readonly ok: false }>;

function fault(reason: string): Refused {
  return { ok: false, reason };
}

function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
