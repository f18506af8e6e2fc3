/**
 * The console's files, as they were built into the package. The folder is listed once, when the first page is asked for, and only
 * what is in that list is ever opened: a path from outside is a key of a table, never part of a path.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
  /** Its name changes with its content, so it may be kept. */
  readonly isLasting: boolean;
}

/** Null for a path that is no file of the console's. */
export type Assets = (path: string) => Asset | null;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Beside this file when it is installed; in a checkout where the build puts it. */
const PLACES = ["../pages/", "../../dist/pages/"];

export function createAssets(folder: string | null = findFolder()): Assets {
  let known: ReadonlyMap<string, string> | null = null;
  const held = new Map<string, Asset>();
  return (path) => {
    known ??= folder === null ? new Map() : listFolder(folder);
    const file = known.get(path);
    const type = file === undefined ? undefined : TYPES[extname(file)];
    if (file === undefined || type === undefined) return null;
    const asset = held.get(path) ?? {
      bytes: readFileSync(file),
      type,
      isLasting: path.startsWith("/assets/"),
    };
    held.set(path, asset);
    return asset;
  };
}

function findFolder(): string | null {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, "index.html"))) ?? null;
}

function listFolder(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [`/${path.slice(join(folder, "/").length).replaceAll("\\", "/")}`, path];
      }),
  );
}
