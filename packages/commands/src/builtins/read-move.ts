/**
 * cd, pushd and popd: they move the line. Neutral only when the directory is static and inside the workspace; outside is a
 * resource that scopes judge; anything else leaves the line nowhere in particular.
 */
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { type Directory, NOWHERE, type Outcome, type Whereabouts } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { type Entered, enterDirectory, isInsidePlaces } from "../line/enter-directory.ts";
import { derived } from "../programs/options/option-effects.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";

/** Variables that change where `cd` goes. */
const STEERING = ["CDPATH", "HOME", "PWD", "OLDPWD", "DIRSTACK"];

/** Programs after which a directory that they name may be gone, or closed. */
const TAKING_AWAY: ReadonlySet<string> = new Set(
  "rm rmdir mv unlink chmod chown chgrp find git ln rsync trash".split(" "),
);

export function readMove(context: CommandContext, call: Invocation): Outcome {
  const { where } = call.scope;
  const steered = context.facts.unseen || STEERING.some((name) => context.facts.writings.has(name));
  const plan = steered ? null : planMove(context, call);
  const unitIndex = context.reading.units.length;
  const entered = plan ? enter(context, call, { ...plan, unitIndex }) : null;
  if (!entered?.now) {
    emitUnit(context, call);
    context.reading.addUnknown(call.text, "it moves to a directory that is not known");
    return { success: NOWHERE, failure: where };
  }
  emitUnit(context, call, { neutral: entered.inside });
  const success: Whereabouts = {
    now: entered.now,
    previous: where.now,
    stack: plan?.stack ?? null,
  };
  const mayFail = !entered.exists || mayHaveGone(context, entered.now);
  return { success, failure: mayFail ? where : undefined };
}

/** True when the line itself may have taken a directory away before entering it. */
function mayHaveGone({ reading }: CommandContext, directories: readonly Directory[]): boolean {
  return reading.resources.some((resource) => {
    if (resource.capability !== "fs.write" || resource.unitIndex === undefined) return false;
    const name = reading.units[resource.unitIndex]?.unit.argv[0];
    return (
      typeof name === "string" &&
      TAKING_AWAY.has(name) &&
      directories.some(({ real }) => `${real}/`.startsWith(`${resource.real}/`))
    );
  });
}

function enter(
  context: CommandContext,
  call: Invocation,
  { to, physical, unitIndex }: Move & { readonly unitIndex: number },
): Entered {
  if (!("text" in to)) return known(context, to);
  const provenance = derived("operand", unitIndex);
  return enterDirectory(context, to, { where: call.scope.where, provenance, physical });
}

interface Move {
  readonly to: ExpandedWord | readonly Directory[];
  readonly stack: Whereabouts["stack"];
  readonly physical: boolean;
}

function planMove(context: CommandContext, call: Invocation): Move | null {
  const [name, ...words] = call.words;
  const { where } = call.scope;
  const first = words.findIndex(({ text }) => !/^-[LPe@]+$/.test(text));
  const flags = first === -1 ? words : words.slice(0, first);
  const rest = words.slice(flags.length);
  const [target, ...more] = rest[0]?.text === "--" ? rest.slice(1) : rest;
  // An option that the builtin does not know makes it fail, and `pushd` knows none of these.
  const isOption = rest[0] === target && /^-[^\d]/.test(target?.text ?? "");
  if (more.length > 0 || target?.splits || isOption) return null;
  if (flags.length > 0 && name?.text !== "cd") return null;
  const physical = flags.some((word) => word.text.includes("P"));
  if (name?.text === "popd") {
    const top = where.stack?.at(-1);
    return target || !top ? null : { to: top, stack: where.stack?.slice(0, -1) ?? null, physical };
  }
  const pushes = name?.text === "pushd";
  if (target && /^[+-]\d*$/.test(target.text)) {
    const back = target.text === "-" && !pushes ? where.previous : null;
    return back ? { to: back, stack: where.stack, physical } : null;
  }
  const stack = pushes ? (where.stack ? [...where.stack, where.now] : null) : where.stack;
  if (pushes && !target) return null;
  return { to: target ?? literalWord(context.world.places.home), stack, physical };
}

/** A directory the line was in before. */
function known(context: CommandContext, now: readonly Directory[]): Entered {
  return {
    now,
    exists: true,
    inside: now.every(
      ({ lexical, real }) => isInsidePlaces(context, lexical) && isInsidePlaces(context, real),
    ),
  };
}
