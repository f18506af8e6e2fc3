/**
 * The one table of the kinds of resources. A new kind is a member of `Target` in contract and an entry here; the compiler asks
 * for the entry, and for whatever else a kind needs.
 */
import type { Target } from "@toolplane/contract";
import { command } from "./command.ts";
import { fileRead, fileWrite } from "./file.ts";
import { host } from "./host.ts";
import type { Kind, KindName, TargetOf } from "./kind.ts";
import { named } from "./named.ts";
import { opaque } from "./opaque.ts";
import { variable } from "./variable.ts";

/** Every kind by the name that its targets carry, in the order in which rules are sorted. */
export const KINDS: { readonly [C in KindName]: Kind<TargetOf<C>, C> } = {
  "fs.read": fileRead,
  "fs.write": fileWrite,
  "net.fetch": host,
  "shell.run": command,
  env: variable,
  named,
  opaque,
};

export function kindOf(target: Target): Kind {
  return KINDS[target.capability];
}
