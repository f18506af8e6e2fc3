/** The meaning of a command line as a test states it, instead of having it parsed. */
import type { ShellUnit, ShellWord } from "@toolplane/contract";
import type { ShellAnalysis } from "@toolplane/contract/ports";

export interface ScriptedPath {
  readonly path: string;
  /** Index of the unit it belongs to; the first unless given. */
  readonly unit?: number;
  /** Everything below it is meant. */
  readonly tree?: true;
}

/** A command line, understood by hand. Paths are relative to where the command runs. */
export interface CommandScript {
  readonly units: readonly ShellUnit[];
  /** Operands that the command reads: derived resources. */
  readonly reads?: readonly (string | ScriptedPath)[];
  /** Operands that the command writes: derived resources. */
  readonly writes?: readonly (string | ScriptedPath)[];
  /** `host`, `host:port` or a URL: derived resources. */
  readonly hosts?: readonly string[];
  /** Redirects: direct resources. */
  readonly redirects?: {
    readonly reads?: readonly (string | ScriptedPath)[];
    readonly writes?: readonly (string | ScriptedPath)[];
  };
  readonly opaque?: ShellAnalysis["opaque"];
}

/**
 * One simple command: `unit("git status")`. The text is split at blanks and nothing else; hand in `argv` for words that
 * hold some. Its directory is where the command runs, unless `cwd` says otherwise.
 */
export function unit(text: string, facts: Partial<Omit<ShellUnit, "text">> = {}): ShellUnit {
  const argv: readonly ShellWord[] = text.split(/\s+/).filter((word) => word !== "");
  return { argv, cwd: ".", text, ...facts };
}

/** A command line for the table of a memory host: `command({ units: ["cat a.txt"], reads: ["a.txt"] })`. */
export function command(
  script: Omit<CommandScript, "units"> & { readonly units: readonly (string | ShellUnit)[] },
): CommandScript {
  return {
    ...script,
    units: script.units.map((entry) => (typeof entry === "string" ? unit(entry) : entry)),
  };
}

/** Tells a script from a bare list of units. */
export function isCommandScript(
  value: CommandScript | readonly ShellUnit[],
): value is CommandScript {
  return !Array.isArray(value);
}
