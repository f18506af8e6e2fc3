/** Tells what a question is about, from the opinions that ask. */
import type { Explanation, Opinion, Resource } from "@toolplane/contract";

export const ASKED_KINDS = [
  "read_outside",
  "write_outside",
  "net",
  "protected",
  "nothing",
  "other",
] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

/** The gravest thing first: a line that writes outside and reads outside asks about the write. */
const BY_WEIGHT: readonly AskedKind[] = [
  "write_outside",
  "net",
  "protected",
  "read_outside",
  "other",
];

export function askedKind({ verdict, footprint }: Explanation): AskedKind {
  const asking = (verdict?.opinions ?? []).filter(
    ({ action, hard }) => action === "ask" && (hard || verdict?.hard !== true),
  );
  if (footprint.resources.every(({ capability }) => capability === "named")) return "nothing";
  const kinds = asking.map((opinion) =>
    kindOf(
      opinion,
      opinion.resource === undefined ? undefined : footprint.resources[opinion.resource],
    ),
  );
  const kind = BY_WEIGHT.find((each) => kinds.includes(each)) ?? "other";
  // A command that no rule speaks of asks as itself; with an address in it, the address is why nothing contains it.
  return kind === "other" && footprint.resources.some(isNet) ? "net" : kind;
}

function isNet(resource: Resource): boolean {
  return kindOfTarget(resource) === "net.fetch";
}

function kindOfTarget(resource: Resource): string {
  return resource.capability === "opaque" ? resource.of : resource.capability;
}

function kindOf({ judge }: Opinion, resource: Resource | undefined): AskedKind {
  if (resource === undefined) return "other";
  const kind = kindOfTarget(resource);
  if (kind === "net.fetch") return "net";
  if (judge === "floor" && kind === "fs.write") return "protected";
  if (kind === "fs.write") return "write_outside";
  if (kind === "fs.read") return "read_outside";
  return "other";
}
