/**
 * Reads configuration files of git with all the files that they include, whatever the condition of an include says: it may hold by
 * the time git runs. Says when there is more than could be read, and when git itself would refuse a file.
 */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { readSmallFile } from "../read-small-file.ts";
import { type GitSetting, parseGitConfig } from "./parse-git-config.ts";

export interface GitSettings {
  readonly settings: readonly FiledSetting[];
  /** A file could not be read whole, or nobody can say which file an include means. */
  readonly unread: boolean;
  /** One of the files is such that git stops at it. */
  readonly refused: boolean;
  /** How many files were read beside those that were asked for. */
  readonly included: number;
}

interface FiledSetting extends GitSetting {
  /** The file that it is in. */
  readonly file: string;
}

export interface SettingsSearch {
  /** The folder that `~` means. */
  readonly home?: string;
  readonly maxIncluded?: number;
}

const MAX_INCLUDED = 512;

/** Files that are not there have no settings. */
export function readGitSettings(
  files: readonly string[],
  { home = homedir(), maxIncluded = MAX_INCLUDED }: SettingsSearch = {},
): GitSettings {
  const settings: FiledSetting[] = [];
  const queue = new Set(files);
  const wanted = queue.size;
  let unread = false;
  let refused = false;
  // A set goes on with what is added to it meanwhile, and takes nothing twice.
  for (const file of queue) {
    const text = readConfigText(file);
    unread ||= text === null;
    const parsed = parseGitConfig(text ?? "");
    refused ||= parsed.refused;
    for (const setting of parsed.settings) {
      settings.push({ ...setting, file });
      if (!isInclude(setting)) continue;
      const included = includedFile(file, setting.value, home);
      if (included !== null && (queue.has(included) || queue.size < wanted + maxIncluded))
        queue.add(included);
      else unread = true;
    }
  }
  return { settings, unread, refused, included: queue.size - wanted };
}

export function isInclude({ section, name, valueless }: GitSetting): boolean {
  return (section === "include" || section === "includeif") && name === "path" && !valueless;
}

/** Null for the home of a person that is named, and for what lies where git is installed. */
function includedFile(from: string, path: string, home: string): string | null {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  if (path.startsWith("~") || path.startsWith("%(")) return null;
  // Not normalized: `link/../x` lies beside what the link leads to.
  return isAbsolute(path) ? path : `${dirname(from)}/${path}`;
}

/** Empty when there is none; null when it is not a file that can be read whole. */
function readConfigText(file: string): string | null {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined || stat.isDirectory()) return "";
  } catch {
    return null;
  }
  return readSmallFile(file);
}
