/**
 * Faults that the fuzz must find: an analysis from which the units of substitutions, of wrapped commands or of
 * here-documents are taken out again. They live here only; a run that does not catch each of them has no power, and fails.
 */
import type { ShellWord } from "@toolplane/contract";
import type { ShellAnalysis } from "@toolplane/contract/ports";
import type { Construct } from "./constructs.ts";
import type { ShellReader } from "./create-line-judge.ts";
import { childrenOf, constructsOf, type Tree } from "./line-tree.ts";
import { STUBS } from "./programs.ts";

/** A fault, as the constructs whose inside it does not see. */
export interface PlantedFault {
  readonly name: string;
  readonly blindTo: ReadonlySet<Construct>;
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: "drops substitutions",
    blindTo: new Set<Construct>([
      "command-substitution",
      "backquotes",
      "process-substitution-in",
      "process-substitution-out",
    ]),
  },
  {
    name: "drops wrapped commands",
    blindTo: new Set<Construct>([
      ...([
        "timeout",
        "nice",
        "nohup",
        "stdbuf",
        "command",
        "env",
        "setsid",
        "flock",
        "builtin",
      ] as const),
      ...([
        "xargs",
        "exec",
        "eval",
        "trap",
        "shell-c",
        "shell-c-combined",
        "script-c",
        "env-split",
      ] as const),
    ]),
  },
  {
    name: "drops here-documents",
    blindTo: new Set<Construct>(["here-document", "here-document-quoted", "shell-here-document"]),
  },
];

/** Tags of the commands inside what a fault does not see. */
export function tagsInside(tree: Tree, blindTo: ReadonlySet<Construct>): ReadonlySet<string> {
  const tags = new Set<string>();
  const walk = (piece: Tree, inside: boolean): void => {
    const blind = inside || constructsOf(piece).some((construct) => blindTo.has(construct));
    if (blind && typeof piece === "object" && piece.kind === "branch" && piece.tag)
      tags.add(piece.tag);
    for (const child of childrenOf(piece)) walk(child, blind);
  };
  walk(tree, false);
  return tags;
}

/** A reader that forgets the commands of certain tags. */
export function forgetfulReader(reader: ShellReader, tags: () => ReadonlySet<string>): ShellReader {
  return (text, cwd) => {
    const read = reader(text, cwd);
    return read.ok ? { ok: true, value: forget(read.value, tags()) } : read;
  };
}

/** The units of wrappers themselves stay: a parser that does not look through them still sees them. */
function forget(analysis: ShellAnalysis, tags: ReadonlySet<string>): ShellAnalysis {
  const forgotten = (argv: readonly ShellWord[]): boolean =>
    typeof argv[0] === "string" &&
    STUBS.includes(argv[0]) &&
    argv.some((word) => typeof word === "string" && tags.has(word));
  const kept = analysis.units.flatMap((unit, at) => (forgotten(unit.argv) ? [] : [at]));
  return {
    ...analysis,
    units: kept.map((at) => analysis.units[at] as (typeof analysis.units)[number]),
    resources: analysis.resources.flatMap((resource) => {
      if (resource.unitIndex === undefined) return [resource];
      const unitIndex = kept.indexOf(resource.unitIndex);
      return unitIndex === -1 ? [] : [{ ...resource, unitIndex }];
    }),
  };
}
