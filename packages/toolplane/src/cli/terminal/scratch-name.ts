/**
 * Files in the scratch folder of a session. Each process has a folder of its own there, made and removed by the host, so what is
 * recorded of an earlier one is known by how such a folder is called.
 */
import { tmpdir } from "node:os";

const FOLDER = /^toolplane-[A-Za-z0-9]{6}$/;

/** The path below the folder; null for a path that lies in none. */
export function scratchName(path: string): string | null {
  for (const parent of new Set(["/tmp", tmpdir()])) {
    if (!path.startsWith(`${parent}/`)) continue;
    const [folder = "", ...names] = path.slice(parent.length + 1).split("/");
    if (FOLDER.test(folder) && names.length > 0) return names.join("/");
  }
  return null;
}
