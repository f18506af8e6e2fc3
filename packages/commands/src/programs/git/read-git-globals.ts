/** Reads the options between `git` and its subcommand: where it works, and which of them run a program. */
import type { ShellFloor } from "@toolplane/contract";
import * as git from "../../knowledge/git.ts";
import type { Invocation } from "../../line/command-context.ts";
import { type ExpandedWord, isLiteral } from "../../words/expanded-word.ts";
import { runsProgram } from "../options/option-effects.ts";

export interface GitGlobals {
  /** Place of the subcommand among the words. */
  readonly at: number;
  /** Global options that rules which allow must name. */
  readonly kept: readonly ExpandedWord[];
  readonly harmless: boolean;
  readonly floors: readonly ShellFloor[];
  readonly directories: readonly ExpandedWord[];
  readonly files: readonly {
    readonly name: string;
    readonly meaning: "read";
    readonly value: ExpandedWord;
  }[];
}

export function readGitGlobals(call: Invocation): GitGlobals {
  const kept: ExpandedWord[] = [];
  const floors: ShellFloor[] = [];
  const directories: ExpandedWord[] = [];
  const files: { name: string; meaning: "read"; value: ExpandedWord }[] = [];
  let harmless = false;
  let at = 1;
  for (; at < call.words.length; at += 1) {
    const word = call.words[at] as ExpandedWord;
    if (!word.text.startsWith("-")) break;
    if (git.GIT_HARMLESS_GLOBALS.test(word.text)) {
      harmless = true;
      continue;
    }
    kept.push(word);
    if (git.GIT_RUNNING_GLOBALS.test(word.text) && !isHarmlessSetting(word, call.words[at + 1]))
      floors.push(runsProgram(call, word.text.split("=")[0] ?? "-c"));
    const place = /^--(?:git-dir|work-tree)=(.*)$/s.exec(word.text)?.[1];
    if (place !== undefined)
      files.push({ name: word.text, meaning: "read", value: { ...word, text: place } });
    const value = call.words[at + 1];
    if (!git.GIT_GLOBAL_VALUES.has(word.text) || !value) continue;
    at += 1;
    kept.push(value);
    if (word.text === "-C") directories.push(value);
    if (word.text === "--git-dir" || word.text === "--work-tree")
      files.push({ name: word.text, meaning: "read", value });
  }
  return { at, kept, harmless, floors, directories, files };
}

/** `-c color.ui=never`: a setting that starts nothing, whole and in plain words. */
function isHarmlessSetting(option: ExpandedWord, value: ExpandedWord | undefined): boolean {
  return (
    option.text === "-c" &&
    value !== undefined &&
    isLiteral(value) &&
    git.GIT_HARMLESS_SETTINGS.test(value.text)
  );
}
