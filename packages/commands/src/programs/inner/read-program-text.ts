/** Program text inside a command's words, which a shell of its own runs. */
import type { CommandContext, Scope } from "../../line/command-context.ts";
import { staying } from "../../line/directories.ts";
import { inheritedInput } from "../../line/inherited-input.ts";
import { readOnce } from "../../line/repeated-commands.ts";
import type { Dialect } from "../../words/dialects.ts";
import { type ExpandedWord, isLiteral } from "../../words/expanded-word.ts";

export function readProgramText(
  context: CommandContext,
  value: ExpandedWord,
  at: { readonly scope: Scope; readonly dialect: Dialect },
): void {
  if (!isLiteral(value)) {
    context.reading.addOpaque(value.text, "the program it would run is only known when it runs");
    // What will be put in is not known, but the rest is: a rule that denies it must see it.
    if (!value.template) return;
  }
  const scope: Scope = {
    ...at.scope,
    depth: at.scope.depth + 1,
    certain: false,
    inWords: true,
    stdin: inheritedInput(at.scope.stdin),
    dialect: at.dialect,
  };
  // No command of a line begins so: the two must not be taken for each other.
  readOnce(context, { key: () => `\0text ${value.text}`, scope }, () =>
    staying(context.readText(value.text, { shell: "new", scope })),
  );
}

/** The same for `/bin/sh`. */
export function readNested(context: CommandContext, value: ExpandedWord, scope: Scope): void {
  readProgramText(context, value, { scope, dialect: "posix" });
}
