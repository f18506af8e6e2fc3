/**
 * What one simple command means. The order matters: a function of the line hides everything of its name, builtins hide
 * programs, wrappers are taken off before the rest is looked up, and a name that is expanded is never guessed.
 */
import { readBuiltin } from "./builtins/read-builtin.ts";
import { FOREIGN_SHELLS, SHELLS } from "./knowledge/shells.ts";
import type { CommandContext, Invocation } from "./line/command-context.ts";
import { NOWHERE, type Outcome, staying } from "./line/directories.ts";
import { emitUnit } from "./line/emit-unit.ts";
import { readProgram } from "./programs/read-program.ts";
import { readLongChain } from "./read-broken-text.ts";
import { readShell } from "./read-shell.ts";
import { readWrapper } from "./read-wrapper.ts";
import { isLiteral } from "./words/expanded-word.ts";

/** Neutral wrappers inside one another; more are nobody's work. */
const MAX_WRAPPERS = 32;

/** Reads a command and says where it leaves the line. */
export function interpretCommand(context: CommandContext, given: Invocation): Outcome {
  let call = given;
  for (let taken = 0; taken < MAX_WRAPPERS; taken += 1) {
    const step = interpretOnce(context, call);
    if ("words" in step) call = step;
    else return step;
  }
  readLongChain(context, call.words, call.scope);
  return staying(NOWHERE);
}

/** The outcome, or the command inside a wrapper that was taken off. */
function interpretOnce(context: CommandContext, call: Invocation): Outcome | Invocation {
  const { where } = call.scope;
  const [name] = call.words;
  context.reading.spend(1);
  if (!name) return staying(where);
  if (!isLiteral(name)) {
    emitUnit(context, call);
    context.reading.addOpaque(call.text, "which command it would run is only known when it runs");
    return { success: NOWHERE, failure: NOWHERE };
  }
  const { text } = name;
  if (context.facts.functions.has(text) && !call.pastFunctions) {
    emitUnit(context, call);
    return staying(context.facts.functionsMove || context.facts.unseen ? NOWHERE : where);
  }
  const base = text.slice(text.lastIndexOf("/") + 1);
  if (base === text) {
    const outcome = readBuiltin(context, call);
    if (outcome) return outcome;
  }
  if (SHELLS.has(base) || FOREIGN_SHELLS.has(base) || SHELLS.has(base.toLowerCase())) {
    readShell(context, call);
    return staying(where);
  }
  const wrapper = context.book.wrapper(base);
  if (wrapper) return readWrapper(context, call, wrapper) ?? afterWrapper(call);
  readProgram(context, call, context.book.program(base));
  return staying(where);
}

/** `builtin cd x` moves this very shell; `exec cmd` ends it. */
function afterWrapper(call: Invocation): Outcome {
  const name = call.words[0]?.text;
  const { where } = call.scope;
  if (name === "builtin") return staying(NOWHERE);
  return staying(where);
}
