/**
 * Reads a requirements file of pip. Only lines with one exact version and sums (`name==1.0 --hash=sha256:…`) name anything: the
 * others leave open what is installed. Files that it includes count by themselves, where they are lock files.
 */
import type { LockedFile } from "./locked-file.ts";
import { pypiName } from "./pypi-name.ts";

const PINNED = /^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*===?\s*([A-Za-z0-9.!+_-]+)/;
const HASH = /--hash[=\s]sha256:([0-9a-f]{64})(?![0-9a-f])/gi;

export function readRequirements(text: string): readonly LockedFile[] {
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, name, version] = PINNED.exec(line.trim()) ?? [];
    if (name === undefined || version === undefined) return [];
    const sums = [...line.matchAll(HASH)].map(([, hex = ""]) => `sha256:${hex.toLowerCase()}`);
    return sums.length === 0 ? [] : [{ manager: "pypi", name: pypiName(name), version, sums }];
  });
}
