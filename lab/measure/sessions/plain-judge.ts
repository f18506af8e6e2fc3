/** A judge to compare with: everything asks that is not known only to read. */
import type { Footprint, ShellUnit } from "@toolplane/contract";

export function isReadOnly({ resources }: Footprint): boolean {
  return resources.every((resource) => {
    if (resource.capability === "shell.run")
      return resource.unit.neutral === true || resource.unit.effect === "read";
    return resource.capability === "fs.read" || resource.capability === "named";
  });
}

/**
 * Program and first word of each command that is asked about: what a person who is asked once would have answered. Those that only
 * read are asked about where no other is, for a file that they name.
 */
export function firstWords({ resources }: Footprint): readonly string[] {
  const units = resources.flatMap((resource) =>
    resource.capability === "shell.run" && resource.unit.neutral !== true ? [resource.unit] : [],
  );
  const acting = units.filter(({ effect }) => effect !== "read");
  return (acting.length > 0 ? acting : units).map(nameOfUnit);
}

function nameOfUnit({ argv }: ShellUnit): string {
  const words = argv.filter((word) => typeof word === "string");
  const first = words.slice(1).find((word) => !word.startsWith("-"));
  return `${words[0] ?? ""} ${first ?? ""}`.trimEnd();
}
