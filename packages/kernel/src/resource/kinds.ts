/**
 * The one table of the kinds of resources. A new kind is a member of `Target` in contract and an entry here; the compiler asks
 * for the entry, and for whatever else a kind needs.
 */
import type { Target } from "@toolplane/contract";
import { commandKind } from "./command-kind.ts";
import { fileRead, fileWrite } from "./file-kinds.ts";
import { hostKind } from "./host-kind.ts";
import type { Kind, KindName, TargetOf } from "./kind.ts";
import { namedKind } from "./named-kind.ts";
import { opaqueKind } from "./opaque-kind.ts";
import { variableKind } from "./variable-kind.ts";

/** Every kind by the name that its targets carry, in the order in which rules are sorted. */
export const KINDS: { readonly [C in KindName]: Kind<TargetOf<C>, C> } = {
  "fs.read": fileRead,
  "fs.write": fileWrite,
  "net.fetch": hostKind,
  "shell.run": commandKind,
  env: variableKind,
  named: namedKind,
  opaque: opaqueKind,
};

export function kindOf(target: Target): Kind {
  return KINDS[target.capability];
}
