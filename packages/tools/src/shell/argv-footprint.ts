/**
 * Predicts what a command by argv is going to touch: the command itself, exactly as it will run, and what the host's
 * reading of the same words adds to it (files, hosts, floors, whether it only reads). The words are quoted for that
 * reading only; no shell runs them.
 */
import type { Resource, ShellUnit } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { quoteWord } from "@toolplane/readings";

export function argvFootprint(
  analyzer: Analyzer,
  argv: readonly string[],
  directory: string | undefined,
): readonly Resource[] {
  const text = argv.map(quoteWord).join(" ");
  const place = analyzer.path(directory ?? ".", "read");
  const cwd = place.ok ? place.value.real : null;
  const reading = analyzer.shell(text, directory);
  const read = reading.ok ? reading.value : { units: [], resources: [], opaque: [] };
  const [known, ...others] = read.units;
  const isSame = known !== undefined && others.length === 0 && sameWords(known, argv);
  const unit: ShellUnit = { ...(isSame ? known : {}), argv, cwd, text };
  return [
    { capability: "shell.run", unit, origin: "direct", via: "unit", unitIndex: 0 },
    ...read.resources,
  ];
}

function sameWords({ argv }: ShellUnit, words: readonly string[]): boolean {
  return argv.length === words.length && argv.every((word, index) => word === words[index]);
}
