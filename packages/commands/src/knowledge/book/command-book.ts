/** Finds what is known about a program by its name. Rows are compiled when they are first asked for, and kept. */

import { BUILD_PROGRAMS } from "./build-programs.ts";
import { CONVERTERS } from "./converters.ts";
import { GIT_OPTIONS } from "./git.ts";
import { INTERPRETERS } from "./interpreters.ts";
import { LISTERS } from "./listers.ts";
import { NETWORK_PROGRAMS } from "./network-programs.ts";
import { PRIVILEGE_WRAPPERS } from "./privilege-wrappers.ts";
import type { Meaning, ProgramSpec, WrapperSpec } from "./program-spec.ts";
import { READERS } from "./readers.ts";
import { RUNNING_PROGRAMS } from "./running-programs.ts";
import { SEARCHERS } from "./searchers.ts";
import { WRAPPERS } from "./wrappers.ts";
import { WRITERS } from "./writers.ts";

/** What an option of a wrapper may mean beside the rest. */
export type OptionMeaning = Meaning | "text" | "split" | "nothing";

/** A row with its options by name. */
export interface Compiled<Spec> {
  readonly spec: Spec;
  readonly options: ReadonlyMap<string, OptionMeaning>;
  /** Long names, for abbreviations. */
  readonly long: readonly string[];
}

export interface CommandBook {
  program(name: string): Compiled<ProgramSpec> | undefined;
  wrapper(name: string): Compiled<WrapperSpec> | undefined;
  git(subcommand: string): Pick<Compiled<ProgramSpec>, "options" | "long">;
}

export function createCommandBook(): CommandBook {
  // A name that stands in two lists means what the later one says.
  const onFiles = [READERS, SEARCHERS, LISTERS, CONVERTERS, WRITERS];
  const starting = [RUNNING_PROGRAMS, INTERPRETERS, BUILD_PROGRAMS];
  const programs = index([...onFiles, NETWORK_PROGRAMS, ...starting].flat());
  const wrappers = index([...WRAPPERS, ...PRIVILEGE_WRAPPERS]);
  const git = new Map<string, Pick<Compiled<ProgramSpec>, "options" | "long">>();
  return {
    program: (name) => programs(name),
    wrapper: (name) => wrappers(name),
    git: (subcommand) => {
      const name = Object.hasOwn(GIT_OPTIONS, subcommand) ? subcommand : "";
      const known =
        git.get(name) ??
        compileRow({ names: "git", options: { ...GIT_OPTIONS[""], ...GIT_OPTIONS[name] } });
      git.set(name, known);
      return known;
    },
  };
}

type Row = ProgramSpec | WrapperSpec;

function index<Spec extends Row>(
  rows: readonly Spec[],
): (name: string) => Compiled<Spec> | undefined {
  const byName = new Map<string, Spec>();
  for (const row of rows) for (const name of row.names.split(" ")) byName.set(name, row);
  const compiled = new Map<Spec, Compiled<Spec>>();
  return (name) => {
    // File systems that fold case run `/bin/RM`.
    const spec = byName.get(name) ?? byName.get(name.toLowerCase());
    if (spec === undefined) return undefined;
    const known = compiled.get(spec);
    if (known) return known;
    const made = compileRow(spec);
    compiled.set(spec, made);
    return made;
  };
}

function compileRow<Spec extends Row>(spec: Spec): Compiled<Spec> {
  const options = new Map<string, OptionMeaning>();
  for (const [names, meaning] of Object.entries(spec.options ?? {}))
    for (const name of names.split(" ")) options.set(name, meaning);
  return { spec, options, long: [...options.keys()].filter((name) => name.startsWith("--")) };
}
