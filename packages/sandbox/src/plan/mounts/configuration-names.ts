/** The names of the system's configuration that commands see: a star in a name is whatever version is installed here. */
import { readdirSync } from "node:fs";
import { SYSTEM_CONFIGURATION } from "./system-base.ts";

export function configurationNames(
  source = "/etc",
  names: readonly string[] = SYSTEM_CONFIGURATION,
): readonly string[] {
  const there = listed(source);
  return names.flatMap((name) => {
    const [before, after] = name.split("*");
    if (before === undefined || after === undefined) return [name];
    return there.filter(
      (each) =>
        each.startsWith(before) &&
        each.endsWith(after) &&
        each.length >= before.length + after.length,
    );
  });
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
