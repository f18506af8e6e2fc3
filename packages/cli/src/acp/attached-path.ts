/**
 * The file that an attachment's address names. Editors have schemes of their own for files (`zed://file/…`), so what is no address
 * of the web counts as a file where it plainly says so, where it has no scheme, and where something lies at its path.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { filePath } from "@toolplane/acp";

const WEB: ReadonlySet<string> = new Set(["http:", "https:"]);

/** Null for what is no file of this machine. */
export function attachedPath(uri: string, workspace: string): string | null {
  const path = filePath(uri);
  if (path !== null) return path;
  const url = URL.parse(uri);
  if (url === null) return resolve(workspace, decoded(uri.replace(/[?#].*$/s, "")));
  if (WEB.has(url.protocol)) return null;
  const meant = resolve(workspace, decoded(url.pathname));
  const isSaidSo = url.protocol === "file:" || url.host === "file";
  return isSaidSo || existsSync(meant) ? meant : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
