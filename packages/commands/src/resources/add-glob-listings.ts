/**
 * Folders that the shell lists to expand a pattern, whatever command gets the names: `echo ~/*` shows what `ls ~` shows. In a sandbox
 * nothing is there to be listed.
 */
import type { Provenance } from "@toolplane/contract";
import type { CommandContext, Scope } from "../line/command-context.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { addFile } from "./add-file.ts";

export function addGlobListings(
  context: CommandContext,
  words: readonly ExpandedWord[],
  { scope, provenance }: { readonly scope: Scope; readonly provenance: Provenance },
): void {
  if (!context.world.exposed || !scope.local) return;
  for (const { text, pattern, dynamic } of words) {
    if (pattern === undefined || dynamic || scope.where.now === null) continue;
    const folder = text.slice(0, text.lastIndexOf("/", text.search(/[*?[]/)) + 1);
    if (folder === "") continue;
    const use = { scope, provenance, access: "read", look: "list" } as const;
    addFile(context, literalWord(folder), use);
  }
}
