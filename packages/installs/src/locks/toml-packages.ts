/** The `[[package]]` tables of a lock file in TOML. */
import { isRecord } from "@toolplane/readings";
import { parse } from "smol-toml";
import { textAt } from "./text-at.ts";

export interface TomlPackage {
  readonly name: string;
  readonly version: string;
  readonly table: Readonly<Record<string, unknown>>;
}

export interface TomlLock {
  readonly whole: Readonly<Record<string, unknown>>;
  readonly packages: readonly TomlPackage[];
}

export function readTomlPackages(text: string): TomlLock {
  const whole: unknown = parse(text);
  if (!isRecord(whole)) return { whole: {}, packages: [] };
  const tables: readonly unknown[] = Array.isArray(whole.package) ? whole.package : [];
  const packages = tables.flatMap((table) => {
    const name = textAt(table, "name");
    const version = textAt(table, "version");
    return isRecord(table) && name !== undefined && version !== undefined
      ? [{ name, version, table }]
      : [];
  });
  return { whole, packages };
}
