/**
 * What a git call is going to touch: the command itself, exactly as it will run, and what the host's reading of the same words
 * adds to it (files, floors, whether it only reads). The words are quoted for that reading only; no shell runs them.
 */
import type { Analyzer, Resource, ShellUnit } from "@toolplane/contract";
import { type GitArguments, gitCommand } from "./git-command.ts";

/** The resources of a call. */
export function gitFootprint(args: GitArguments, analyzer: Analyzer): readonly Resource[] {
  const argv = gitCommand(args);
  const text = argv.map(quote).join(" ");
  const place = analyzer.path(args.path ?? ".", "read");
  const cwd = place.ok ? place.value.real : null;
  const reading = analyzer.shell(text, args.path);
  const read = reading.ok ? reading.value : { units: [], resources: [], opaque: [] };
  const [known, ...others] = read.units;
  const isSame = known !== undefined && others.length === 0 && sameWords(known, argv);
  const unit: ShellUnit = { ...(isSame ? known : {}), argv, cwd, text };
  return [
    { capability: "shell.run", unit, origin: "direct", via: "unit", unitIndex: 0 },
    ...(isSame ? read.resources : []),
  ];
}

function sameWords({ argv }: ShellUnit, words: readonly string[]): boolean {
  return argv.length === words.length && argv.every((word, index) => word === words[index]);
}

function quote(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
