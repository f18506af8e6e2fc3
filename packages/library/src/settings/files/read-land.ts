/** `land` of a rule file: the checks that changes must pass before they land. */
import { ConfigurationError } from "@toolplane/contract";
import type { ConfigNode, ConfigText } from "@toolplane/disk/own-files";
import { checkFault } from "../../ground/check-fault.ts";
import type { PlacedCheck, RequiredCheck } from "../../ground/required-check.ts";

/** Every one of them is run before a landing; more than these is a mistake. */
const MAX_CHECKS = 20;

/** Throws a ConfigurationError with the place of what is wrong. */
export function readLand(
  node: ConfigNode,
  { text, file }: { readonly text: ConfigText; readonly file: string },
): readonly PlacedCheck[] {
  const refuse = ({ offset }: Pick<ConfigNode, "offset">, message: string): never => {
    throw new ConfigurationError(text.at(offset), message);
  };
  for (const [name, member] of node.members ?? [])
    if (name !== "require")
      refuse({ offset: member.nameOffset }, `"land" has no "${name.slice(0, 40)}"; it has require`);
  const list = node.members?.get("require")?.node;
  const entries = list?.items;
  if (entries === undefined)
    return refuse(list ?? node, '"land" must be { "require": [ … ] }, a list of checks');
  if (entries.length > MAX_CHECKS)
    refuse(list ?? node, `"require" holds at most ${MAX_CHECKS} checks`);
  const names = new Set<string>();
  return entries.map((entry) => {
    const fault = checkFault(entry.value);
    if (fault !== null) refuse(entry.members?.get(fault.name ?? "")?.node ?? entry, fault.message);
    const check = entry.value as unknown as RequiredCheck;
    if (names.has(check.name)) refuse(entry, `there are two checks named "${check.name}"`);
    names.add(check.name);
    return { ...check, place: `${file}:${text.line(entry.offset)}` };
  });
}
