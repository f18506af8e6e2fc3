/**
 * One tool folder, or a tool in a single file, read whole: what is digested is what is copied and what runs. Links are refused, so
 * that nothing from elsewhere is meant.
 */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { ConfigurationError } from "@toolplane/contract";

export interface ToolUnit {
  /** By which people know it: its file or folder, without an ending. */
  readonly name: string;
  readonly path: string;
  /** Relative to its folder. */
  readonly entry: string;
  readonly files: readonly UnitFile[];
  /** Over every file's name and content. */
  readonly digest: string;
}

interface UnitFile {
  readonly path: string;
  readonly bytes: Buffer;
}

const MAX_FILES = 2_000;
const MAX_BYTES = 16 * 1_024 * 1_024;
const MAX_DEPTH = 16;
const TOOL_FILE: RegExp = /\.(?:m?ts|m?js)$/;
const NO_TOOL = /(?:\.d\.m?ts|\.test\.m?[tj]s)$/;

/** True for a name that may be a tool in a single file. */
export function isToolFile(name: string): boolean {
  return TOOL_FILE.test(name) && !NO_TOOL.test(name) && !/^[._]/.test(name);
}

/** Reads it. Throws a ConfigurationError that says what is wrong with it. */
export function readUnit(path: string): ToolUnit {
  const found = lstatSync(path);
  const shown = basename(path);
  if (found.isSymbolicLink()) throw new ConfigurationError(shown, "is a link; tools are not");
  if (found.isDirectory()) {
    const files = readFolder(path);
    return unitOf(path, { name: shown, entry: entryOf(shown, files), files });
  }
  if (!found.isFile()) throw new ConfigurationError(shown, "is no file");
  const files = [{ path: shown, bytes: readBounded(path, MAX_BYTES) }];
  return unitOf(path, { name: shown.replace(TOOL_FILE, ""), entry: shown, files });
}

function unitOf(path: string, unit: Omit<ToolUnit, "path" | "digest">): ToolUnit {
  const hash = createHash("sha256").update("toolplane tools 1\0");
  for (const { path: name, bytes } of unit.files)
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  return { ...unit, path, digest: hash.digest("hex") };
}

function readFolder(root: string): readonly UnitFile[] {
  const files: UnitFile[] = [];
  let bytes = 0;
  const walk = (folder: string, depth: number): void => {
    if (depth > MAX_DEPTH) throw new ConfigurationError(basename(root), "is nested too deeply");
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = posix.join(folder, entry.name);
      if (entry.isSymbolicLink())
        throw new ConfigurationError(basename(root), `holds a link: ${path}`);
      if (entry.isDirectory()) {
        walk(path, depth + 1);
        continue;
      }
      if (!entry.isFile()) throw new ConfigurationError(basename(root), `holds no file: ${path}`);
      const content = readBounded(join(root, path), MAX_BYTES - bytes);
      bytes += content.length;
      files.push({ path, bytes: content });
      if (files.length > MAX_FILES)
        throw new ConfigurationError(basename(root), `holds more than ${MAX_FILES} files`);
    }
  };
  walk("", 0);
  return files;
}

function readBounded(path: string, left: number): Buffer {
  if (lstatSync(path).size > left)
    throw new ConfigurationError(
      basename(path),
      `is larger than ${MAX_BYTES} bytes with its folder`,
    );
  return readFileSync(path);
}

/** `package.json` says which file it is: `"tool": "index.ts"`, or `"tool": { "entry": "index.ts" }`. */
function entryOf(name: string, files: readonly UnitFile[]): string {
  const manifest = files.find(({ path }) => path === "package.json");
  if (manifest === undefined)
    throw new ConfigurationError(name, 'has no package.json that says "tool": "<file>"');
  let said: unknown;
  try {
    said = (JSON.parse(manifest.bytes.toString("utf8")) as { tool?: unknown }).tool;
  } catch {
    throw new ConfigurationError(`${name}/package.json`, "is not JSON");
  }
  const entry =
    typeof said === "object" && said !== null ? (said as { entry?: unknown }).entry : said;
  if (typeof entry !== "string")
    throw new ConfigurationError(`${name}/package.json`, 'must say "tool": "<file>"');
  const path = posix.normalize(entry.replace(/^\.\//, ""));
  if (!TOOL_FILE.test(path) || !files.some((file) => file.path === path))
    throw new ConfigurationError(`${name}/package.json`, `"tool" names no file in it: ${entry}`);
  return path;
}
