/**
 * Where `cd TEXT` leads from each directory the line may be in. The shell follows names lexically (`cd link; cd ..` comes
 * back), programs follow them really, so both are kept. A directory outside the workspace is a resource, for scopes to judge.
 */
import type { Provenance } from "@toolplane/contract";
import { isWithin } from "@toolplane/readings";
import type { ExpandedWord } from "../words/expanded-word.ts";
import type { CommandContext } from "./command-context.ts";
import type { Directory, Whereabouts } from "./directories.ts";

/** The directories a word leads to; null when unknown. */
export interface Entered {
  readonly now: readonly Directory[] | null;
  /** True when every one of them exists and lies inside the workspace or the scratch folder. */
  readonly inside: boolean;
  readonly exists: boolean;
}

/** Resolves a directory from here. `provenance` undefined: nothing is written down. */
export function enterDirectory(
  context: CommandContext,
  word: ExpandedWord,
  from: {
    readonly where: Whereabouts;
    readonly provenance?: Provenance;
    readonly physical?: boolean;
  },
): Entered {
  const unknown: Entered = { now: null, inside: false, exists: false };
  if (word.dynamic || word.pattern !== undefined || word.text === "") return unknown;
  const starts = word.text.startsWith("/") ? [""] : startsOf(from);
  if (starts === null) return unknown;
  const now: Directory[] = [];
  let inside = true;
  let exists = true;
  for (const start of starts) {
    const text = start === "" ? word.text : `${start}/${word.text}`;
    const path = context.world.path(from.physical ? text : lexicalPath(text), "read");
    if (!path.ok) return unknown;
    const { lexical, real, kind } = path.value;
    const isInside = isInsidePlaces(context, real) && isInsidePlaces(context, lexical);
    inside &&= isInside;
    exists &&= kind === "directory";
    if (!isInside && from.provenance)
      context.reading.addResource({
        capability: "fs.read",
        path: lexical,
        real,
        ...from.provenance,
      });
    now.push({ lexical: from.physical ? real : lexical, real });
  }
  return { now, inside, exists };
}

function startsOf(from: {
  readonly where: Whereabouts;
  readonly physical?: boolean;
}): readonly string[] | null {
  return (
    from.where.now?.map((directory) => (from.physical ? directory.real : directory.lexical)) ?? null
  );
}

/** `cd` takes `..` off the name, whatever a link on the way points to. */
function lexicalPath(text: string): string {
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** True inside the workspace, its extra roots, added folders, open files' folders, or the scratch folder. */
export function isInsidePlaces(context: CommandContext, path: string): boolean {
  const { roots, added = [], scratch, adHoc } = context.world.places;
  return [...roots, ...added, scratch, ...adHoc()].some((root) => isWithin(path, root));
}
