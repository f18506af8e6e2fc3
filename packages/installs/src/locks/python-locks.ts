/** Reads `poetry.lock`, with its files below each package or, until version 1.2, in `[metadata.files]`, and `uv.lock`. */
import { isRecord } from "@toolplane/readings";
import type { LockedFile } from "./locked-file.ts";
import { pypiName } from "./pypi-name.ts";
import { textAt } from "./text-at.ts";
import { readTomlPackages, type TomlPackage } from "./toml-packages.ts";

export function readPoetryLock(text: string): readonly LockedFile[] {
  const { whole, packages } = readTomlPackages(text);
  const older = isRecord(whole.metadata) ? whole.metadata.files : undefined;
  return packages.flatMap((one) => {
    if (isElsewhere(one.table.source)) return [];
    const own = one.table.files ?? (isRecord(older) ? older[one.name] : undefined);
    return lockedFiles(one, listOf(own));
  });
}

/** Git, a folder or an address of its own: not from an index. */
function isElsewhere(source: unknown): boolean {
  const type = textAt(source, "type");
  return type !== undefined && type !== "legacy" && type !== "pypi";
}

export function readUvLock(text: string): readonly LockedFile[] {
  return readTomlPackages(text).packages.flatMap((one) =>
    textAt(one.table.source, "registry") === undefined
      ? []
      : lockedFiles(one, [...listOf(one.table.wheels), ...listOf(one.table.sdist)]),
  );
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? [value] : [];
}

const SHA256 = /^sha256:[0-9a-f]{64}$/;

function lockedFiles(
  { name, version }: TomlPackage,
  files: readonly unknown[],
): readonly LockedFile[] {
  return files.flatMap((file) => {
    const sum = textAt(file, "hash")?.toLowerCase() ?? "";
    if (!SHA256.test(sum)) return [];
    const url = textAt(file, "url");
    const found = { manager: "pypi", name: pypiName(name), version, sums: [sum] } as const;
    return [url === undefined ? found : { ...found, url }];
  });
}
