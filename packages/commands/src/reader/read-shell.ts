/**
 * A shell called by name. Its text is read like our own, wherever it comes from: `-c`, a here-document, a here-string, a
 * pipe from a literal `echo`. Text that is not on the line is opaque; a script is named by the rule that allows it.
 */

import { UNLIKE_FLAGS, UNLIKE_OPTIONS } from "../knowledge/builtins.ts";
import {
  BASHES,
  FOREIGN_SHELLS,
  PERSONAL_SHELLS,
  SHELL_FILE_OPTIONS,
  SHELL_VALUE_OPTIONS,
} from "../knowledge/shells.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { programFromInput } from "../line/program-from-input.ts";
import { readProgramText } from "../programs/inner/read-program-text.ts";
import { derived, runsProgram } from "../programs/options/option-effects.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import type { Dialect } from "../words/dialects.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { streamOf } from "../words/stream-number.ts";

interface ShellCall {
  /** The text of `-c`; null when `-c` has none. */
  readonly text: ExpandedWord | null | undefined;
  readonly script: ExpandedWord | undefined;
  /** The words that the text or the script is given. */
  readonly given: readonly ExpandedWord[];
  readonly startFiles: readonly ExpandedWord[];
  readonly readsInput: boolean;
  readonly asksOnly: boolean;
  readonly changesGlobs: boolean;
  readonly changesWords: boolean;
}

export function readShell(context: CommandContext, call: Invocation): void {
  const name = (call.words[0]?.text ?? "").split("/").at(-1)?.toLowerCase() ?? "";
  const shell = readShellCall(call.words.slice(1));
  const floors = shell.startFiles.map(() => runsProgram(call, "with a start-up file"));
  const unitIndex = emitUnit(context, call, { floors });
  const file = {
    provenance: derived("operand", unitIndex),
    scope: call.scope,
    access: "read" as const,
  };
  for (const start of shell.startFiles) addFile(context, start, file);
  if (shell.asksOnly) return;
  addLooseWords(context, {
    provenance: file.provenance,
    scope: call.scope,
    words: shell.given,
    mayWrite: shell.script !== undefined,
    unknownProgram: shell.script !== undefined,
  });
  if (shell.changesGlobs) context.reading.changeShell();
  if (shell.changesWords)
    context.reading.addOpaque(call.text, "with this option the shell reads words otherwise");
  if (FOREIGN_SHELLS.has(name))
    context.reading.addOpaque(call.text, "it is written in another language than bash");
  const dialect = dialectOf(name);
  if (shell.text !== undefined) {
    if (shell.text) readProgramText(context, shell.text, { scope: call.scope, dialect });
    return;
  }
  const stream = shell.script ? streamOf(context, shell.script.text, call.scope) : null;
  if (shell.script && !shell.readsInput && stream !== 0) {
    const found = addFile(context, shell.script, file);
    const isMade = context.world.exposed && found.some(({ kind }) => kind === "missing");
    if (shell.script.pipe || stream !== null || isMade)
      context.reading.addOpaque(call.text, "the program it would run is only known when it runs");
    return;
  }
  const text = programFromInput(context, call);
  if (text !== null) readProgramText(context, literalWord(text), { scope: call.scope, dialect });
}

function dialectOf(name: string): Dialect {
  if (BASHES.has(name)) return "bash";
  return PERSONAL_SHELLS.has(name) ? "any" : "posix";
}

function readShellCall(words: readonly ExpandedWord[]): ShellCall {
  const startFiles: ExpandedWord[] = [];
  let wantsText = false;
  let readsInput = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] as ExpandedWord;
    const { text } = word;
    if (text === "--" || text === "-") {
      at += 1;
      break;
    }
    if (!/^[-+]/.test(text) || !isLiteral(word)) break;
    const named = text.split("=")[0] ?? text;
    if (SHELL_FILE_OPTIONS.has(named)) {
      const isAttached = text.includes("=");
      const value = isAttached ? literalWord(text.slice(named.length + 1)) : words[at + 1];
      if (!isAttached) at += 1;
      if (value) startFiles.push(value);
    } else if (!text.startsWith("--")) {
      if (/^-[a-zA-Z]*c/.test(text)) wantsText = true;
      if (/^-[a-zA-Z]*s/.test(text)) readsInput = true;
      if (SHELL_VALUE_OPTIONS.has(text.slice(0, 1) + text.slice(-1))) at += 1;
    } else if (named === "--command") wantsText = true;
  }
  const rest = words.slice(at);
  const asksOnly =
    words.length > 0 && words.every((word) => /^--(?:version|help)$/.test(word.text));
  return {
    text: wantsText ? (rest[0] ?? null) : undefined,
    script: wantsText ? undefined : rest[0],
    given: rest.slice(1),
    startFiles,
    readsInput,
    asksOnly,
    changesGlobs: words.slice(0, at).some((word) => /^[-+][a-zA-Z]*O/.test(word.text)),
    changesWords: words
      .slice(0, at)
      .some(({ text }) => UNLIKE_FLAGS.test(text) || UNLIKE_OPTIONS.has(text)),
  };
}
