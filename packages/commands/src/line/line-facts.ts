/**
 * Gathers facts about a whole line in one pass before it is read: which names are functions, which variables are written and how,
 * which loops move the working directory. A variable's value is certain only when the line writes it exactly once, literally, as a
 * statement that always runs first; anything that could write unseen voids all of it.
 */
import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  type SyntaxNode,
  type Word,
} from "unbash";
import {
  ARRAY_WRITERS,
  MOVING_BUILTINS,
  UNSEEN_WRITERS,
  VARIABLE_WRITERS,
} from "../knowledge/builtins.ts";

/** How one variable is written: literally, by arithmetic (always an integer), as an array, or in a way that is not followed. */
type Writing =
  | { readonly kind: "assigned"; readonly node: Assignment }
  | { readonly kind: "integer" | "array" | "other" };

/** How variables are written, by their names. */
type Writings = Pick<ReadonlyMap<string, readonly Writing[]>, "has" | "get" | "keys">;

export interface LineFacts {
  readonly functions: Pick<ReadonlySet<string>, "has">;
  readonly writings: Writings;
  /** True when something may write variables that cannot be listed. */
  readonly unseen: boolean;
  /** Loops, branches and functions that may change the directory. */
  readonly moving: ReadonlySet<SyntaxNode>;
  /** Something in the line may change the directory. */
  readonly moves: boolean;
  /** Some function of the line may change the directory. */
  readonly functionsMove: boolean;
  /** Something changes what globs or pipelines mean. */
  readonly changesShell: boolean;
  /** Something may open another input for the line itself. */
  readonly feedsShell: boolean;
}

interface Gathering {
  readonly functions: Set<string>;
  readonly writings: Map<string, Writing[]>;
  readonly moving: Set<SyntaxNode>;
  readonly enclosing: SyntaxNode[];
  unseen: boolean;
  moves: boolean;
  changesShell: boolean;
  feedsShell: boolean;
}

/** Nothing but plain commands: what most lines are. */
export const PLAIN_LINE: LineFacts = {
  functions: new Set(),
  writings: new Map(),
  unseen: false,
  moving: new Set(),
  moves: true,
  functionsMove: false,
  changesShell: false,
  feedsShell: false,
};

const NEEDS_FACTS =
  /[$`=<]|\(|\b(?:if|case|for|while|until|select|function|read|mapfile|readarray)\b|shopt/;

export function gatherFacts(script: ParsedScript, source: string): LineFacts {
  if (!NEEDS_FACTS.test(source)) return PLAIN_LINE;
  const found: Gathering = {
    functions: new Set(),
    writings: new Map(),
    moving: new Set(),
    enclosing: [],
    unseen: false,
    moves: false,
    changesShell: false,
    feedsShell: false,
  };
  visitFrom(script, found);
  const functionsMove = [...found.moving].some((node) => node.type === "Function");
  const changesShell = found.changesShell || found.unseen || found.writings.has("GLOBIGNORE");
  const feedsShell = found.feedsShell || found.unseen;
  return { ...found, functionsMove, changesShell, feedsShell };
}

function visitFrom(script: ParsedScript, found: Gathering): void {
  const visit = (node: SyntaxNode): void => {
    const encloses = isConditional(node);
    if (encloses) found.enclosing.push(node);
    note(node, found);
    forEachChild(node, visit);
    if (encloses) found.enclosing.pop();
  };
  visit(script);
}

function isConditional(node: SyntaxNode): boolean {
  switch (node.type) {
    case "For":
    case "Select":
    case "While":
    case "ArithmeticFor":
    case "If":
    case "Case":
    case "Function":
      return true;
    default:
      return false;
  }
}

function note(node: SyntaxNode, found: Gathering): void {
  switch (node.type) {
    case "Function":
      found.functions.add(node.name.value);
      return;
    case "Assignment":
      if (node.index || node.value.type === "ArrayValue")
        write(found, node.name, { kind: "array" });
      else if (node.append) write(found, node.name, { kind: "other" });
      else write(found, node.name, { kind: "assigned", node });
      return;
    case "For":
    case "Select": {
      const whole =
        node.type === "For" &&
        node.wordlist?.every((word) => /^(\d+|\{\d+\.\.\d+\})$/.test(word.text));
      write(found, node.name.value, { kind: whole ? "integer" : "other" });
      return;
    }
    case "Coproc":
      write(found, node.name?.value ?? "COPROC", { kind: "other" });
      return;
    case "FileDescriptorVariable":
      write(found, node.name, { kind: "other" });
      return;
    case "ParameterExpansion":
      if (node.operation?.type === "Default" && node.operation.operator.endsWith("="))
        write(found, node.parameter, { kind: "other" });
      return;
    case "ArithmeticBinary":
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) noteTarget(node.left, found);
      return;
    case "ArithmeticUnary":
      if (node.operator === "++" || node.operator === "--") noteTarget(node.operand, found);
      return;
    case "Command":
      noteCommand(node, found);
      return;
    default:
  }
}

function noteTarget(node: SyntaxNode, found: Gathering): void {
  const plain = node.type === "ArithmeticWord" && /^[A-Za-z_]\w*$/.test(node.value);
  if (plain) write(found, node.value, { kind: "integer" });
}

/** Names are read without their quotes; a name that is expanded could be any builtin. */
function noteCommand(node: Command, found: Gathering): void {
  if (!node.name) return;
  const name = firstWord(node)?.value ?? "";
  const isUnknown =
    /[$`*?[]/.test(name) && name !== "[" && name !== "[[" && !isNamedProgram(name, node, found);
  if (isUnknown || UNSEEN_WRITERS.has(name)) found.unseen = true;
  if (isUnknown || UNSEEN_WRITERS.has(name) || MOVING_BUILTINS.has(name)) {
    found.moves = true;
    for (const enclosing of found.enclosing) found.moving.add(enclosing);
  }
  if (name === "shopt") found.changesShell = true;
  if (name === "exec" && node.redirects.length > 0) found.feedsShell = true;
  if (VARIABLE_WRITERS.has(name)) noteWritten(wordsFrom(node, firstWord(node)), found);
  // `declare x=1` may also be `declare -i` or `-n`: not followed.
  for (const word of node.suffix)
    if (word.type === "Assignment") write(found, word.name, { kind: "other" });
}

/** Builtins are reached directly, or through `command` and `builtin`; every other wrapper starts a program. */
function firstWord({ name, suffix }: Command): Word | undefined {
  return name && isFirst(name) ? name : suffix.find(isFirst);
}

function isFirst(part: Command["suffix"][number]): part is Word {
  return part.type === "Word" && !/^(?:command|builtin|-.*)$/s.test(part.value);
}

/** That word and all behind it. */
function wordsFrom({ name, suffix }: Command, first: Word | undefined): readonly Word[] {
  const all = [name, ...suffix].filter((part) => part?.type === "Word");
  return first === undefined ? [] : all.slice(all.indexOf(first));
}

/**
 * `g=git; $g push`: the one value that the line gives the variable before is a program's plain name. Should that assignment not
 * run after all, the name is not expanded, and the line is asked about like any other that runs what nobody knows.
 */
function isNamedProgram(name: string, node: Command, found: Gathering): boolean {
  const variable = /^\$(?:\{(\w+)\}|(\w+))$/.exec(name);
  const writings = found.writings.get(variable?.[1] ?? variable?.[2] ?? "") ?? [];
  const [only] = writings;
  if (only?.kind !== "assigned" || writings.length > 1 || only.node.pos > node.pos) return false;
  const value = only.node.value;
  const text = value.type === "Word" ? value.value : "";
  return /^[\w./+-]+$/.test(text) && !isShellsOwn(text);
}

function isShellsOwn(name: string): boolean {
  return (
    UNSEEN_WRITERS.has(name) ||
    MOVING_BUILTINS.has(name) ||
    VARIABLE_WRITERS.has(name) ||
    /^(?:shopt|set|command|builtin|exec)$/.test(name)
  );
}

function noteWritten(words: readonly { readonly value: string }[], found: Gathering): void {
  const makesArrays =
    ARRAY_WRITERS.has(words[0]?.value ?? "") ||
    words.some(({ value }) => /^-[a-zA-Z]*[aA]/.test(value));
  for (const { value } of words.slice(1)) {
    if (/[$`*?]/.test(value)) found.unseen = true;
    const name = /^(?:-v)?([A-Za-z_]\w*)/.exec(value)?.[1];
    if (name) write(found, name, { kind: makesArrays ? "array" : "other" });
  }
}

/** The facts of a text that is read inside a line: those of a shell of its own, or added to the line's. */
export function nestedFacts(outer: LineFacts, inner: LineFacts, shell: "this" | "new"): LineFacts {
  return {
    functions:
      shell === "new"
        ? inner.functions
        : { has: (name) => outer.functions.has(name) || inner.functions.has(name) },
    writings: bothWritings(outer.writings, inner.writings),
    unseen: outer.unseen || inner.unseen,
    moving: inner.moving,
    moves: inner.moves || (shell === "this" && outer.moves),
    changesShell: outer.changesShell || inner.changesShell,
    feedsShell: outer.feedsShell || inner.feedsShell,
    functionsMove: inner.functionsMove || (shell === "this" && outer.functionsMove),
  };
}

/** Looked up in both: a line of many texts would copy all that it writes for each of them. */
function bothWritings(outer: Writings, inner: Writings): Writings {
  if (inner.keys().next().done) return outer;
  return {
    has: (name) => outer.has(name) || inner.has(name),
    get: (name) => {
      const before = outer.get(name);
      const own = inner.get(name);
      return before && own ? [...before, ...own] : (before ?? own);
    },
    keys: () => new Set([...outer.keys(), ...inner.keys()]).keys(),
  };
}

function write(found: Gathering, name: string, writing: Writing): void {
  const known = found.writings.get(name);
  if (known) known.push(writing);
  else found.writings.set(name, [writing]);
}
