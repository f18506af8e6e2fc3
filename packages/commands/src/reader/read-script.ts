/**
 * Walks a parsed text: every simple command wherever it stands, in the order of the source, with the directory it would
 * run in. Branches, loops and functions make that directory less certain, never more.
 */
import {
  type ArithmeticExpression,
  forEachChild,
  type ParsedScript,
  type Redirected,
  type Statement,
  type SyntaxNode,
  type Word,
} from "unbash";
import { INTEGER_VARIABLES } from "../knowledge/builtins.ts";
import { isListedVariable } from "../knowledge/listed-variables.ts";
import type { CommandContext, Scope } from "../line/command-context.ts";
import {
  mergeWhereabouts,
  NOWHERE,
  type Outcome,
  staying,
  type Whereabouts,
} from "../line/directories.ts";
import { inheritedInput } from "../line/inherited-input.ts";
import { addGlobListings } from "../resources/add-glob-listings.ts";
import { expandWord } from "../words/expand-word.ts";
import { isPlainArithmetic } from "./arithmetic.ts";
import { readBrokenText } from "./read-broken-text.ts";
import { knowledgeAt, readCommand } from "./read-command.ts";
import { readPipeline } from "./read-pipeline.ts";
import { readRedirects } from "./read-redirects.ts";
import { readTestCommand } from "./read-test-command.ts";
import type { ScriptReader } from "./script-reader.ts";
import { visitHereDocument, visitWords } from "./visit-words.ts";
import { inputOf } from "./written-input.ts";

export function readScript(
  context: CommandContext,
  given: {
    readonly script: ParsedScript;
    readonly source: string;
    readonly scope: Scope;
    readonly substituted?: boolean;
  },
): Whereabouts {
  const { script, scope } = given;
  const source = script.source ?? given.source;
  if (script.errors?.length) {
    context.reading.addOpaque(
      source,
      `it is not complete bash: ${script.errors[0]?.message ?? "syntax error"}`,
    );
    if (script.errors.some(({ message }) => message.includes("nesting")))
      readBrokenText(context, source, scope);
  }
  const reader: ScriptReader = {
    context,
    source,
    substituted: given.substituted ?? false,
    readNode: (node, at) => readNode(reader, node, at),
    readNestedScript: (nested, at, text) => {
      if (!nested) context.reading.addOpaque(text, "it is not complete bash");
      else
        readScript(context, {
          script: nested,
          source,
          scope: { ...at, always: false, stdin: inheritedInput(at.stdin) },
          substituted: true,
        });
    },
  };
  const { success, failure } = readList(reader, script.commands, scope);
  return mergeWhereabouts(success, failure) ?? scope.where;
}

function readList(reader: ScriptReader, statements: readonly Statement[], scope: Scope): Outcome {
  let { where } = scope;
  let outcome: Outcome = staying(where);
  let ended = false;
  for (const statement of statements) {
    const result = readNode(reader, statement.command, {
      ...scope,
      where,
      always: scope.always && !statement.background && !ended,
    });
    outcome = statement.background ? staying(where) : result;
    const next = mergeWhereabouts(outcome.success, outcome.failure);
    // What stands after `exit` is still looked at, from where the line last was.
    if (next === undefined) ended = true;
    else where = next;
  }
  return ended ? { success: undefined, failure: undefined } : outcome;
}

const MAYBE = { always: false } as const;

function readNode(reader: ScriptReader, node: SyntaxNode, scope: Scope): Outcome {
  const { context } = reader;
  const { where } = scope;
  switch (node.type) {
    case "Command":
      return readCommand(reader, node, { scope, kept: [] });
    case "Pipeline":
      return readPipeline(reader, node, scope);
    case "AndOr":
      return readAndOr(reader, node, scope);
    case "Redirected":
      return readRedirected(reader, node, scope);
    case "BraceGroup":
      return readList(reader, node.body.commands, scope);
    case "Subshell":
      readList(reader, node.body.commands, { ...scope, ...MAYBE });
      return staying(where);
    case "CompoundList":
      return readList(reader, node.commands, { ...scope, ...MAYBE });
    case "For":
    case "Select":
      addListed(reader, node.wordlist ?? [], scope);
      if (isListedVariable(node.name.value) || INTEGER_VARIABLES.has(node.name.value))
        context.reading.addOpaque(
          node.name.value,
          "the loop sets a variable that the shell itself looks at",
        );
      return readParts(reader, node, scope);
    case "If":
    case "While":
    case "Case":
    case "ArithmeticFor":
      return readParts(reader, node, scope);
    case "Function":
      // A body runs when it is called, from wherever the line is then, with arguments that are not known here.
      readNode(reader, node.body, {
        ...scope,
        ...MAYBE,
        where: context.facts.moves ? NOWHERE : where,
        certain: false,
        stdin: { kind: "unknown" },
      });
      return staying(where);
    case "Coproc":
      if (node.name && isListedVariable(node.name.value))
        context.reading.addOpaque(
          node.name.value,
          "it sets a variable that changes which program runs",
        );
      readNode(reader, node.body, { ...scope, ...MAYBE, stdin: { kind: "unknown" } });
      return staying(where);
    case "TestCommand":
      readTestCommand(reader, node, scope);
      return staying(where);
    case "ArithmeticCommand":
      if (node.expression) readArithmetic(reader, node, node.expression, scope);
      return staying(where);
    default:
      context.reading.addOpaque(
        reader.source.slice(node.pos, node.end),
        "it is a form of command that is not understood",
      );
      return staying(NOWHERE);
  }
}

function readAndOr(
  reader: ScriptReader,
  node: Extract<SyntaxNode, { readonly type: "AndOr" }>,
  scope: Scope,
): Outcome {
  let outcome: Outcome | undefined;
  for (const [index, command] of node.commands.entries()) {
    if (outcome === undefined) {
      outcome = readNode(reader, command, scope);
      continue;
    }
    const isAnd = node.operators[index - 1] === "&&";
    const from = isAnd ? outcome.success : outcome.failure;
    const result: Outcome = readNode(reader, command, {
      ...scope,
      ...MAYBE,
      where: from ?? scope.where,
    });
    const reached: Outcome =
      from === undefined ? { success: undefined, failure: undefined } : result;
    outcome = isAnd
      ? { success: reached.success, failure: mergeWhereabouts(outcome.failure, reached.failure) }
      : { success: mergeWhereabouts(outcome.success, reached.success), failure: reached.failure };
  }
  return outcome ?? staying(scope.where);
}

function readRedirected(reader: ScriptReader, node: Redirected, scope: Scope): Outcome {
  for (const redirect of node.redirects)
    if (redirect.type === "HereDoc") visitHereDocument(reader, redirect, scope);
    else visitWords(reader, redirect, scope);
  const known = knowledgeAt(reader.context, scope);
  const stdin = readRedirects(reader.context, node.redirects, {
    scope,
    known,
    unitIndex: undefined,
  });
  return readNode(reader, node.command, {
    ...scope,
    stdin: inputOf(reader.context, node.command, stdin),
  });
}

/** Branches and loops: each part may run, in any order and number. Where one of them moves, nobody knows where the line is. */
function readParts(reader: ScriptReader, node: SyntaxNode, scope: Scope): Outcome {
  const where = reader.context.facts.moving.has(node) ? NOWHERE : scope.where;
  const inner = { ...scope, ...MAYBE, where };
  const visit = (part: SyntaxNode): void => {
    if (part.type === "CompoundList") readList(reader, part.commands, inner);
    else if (part.type === "Elif" || part.type === "CaseItem") forEachChild(part, visit);
    else if (part.type === "Word") visitWords(reader, part, scope);
    else readArithmetic(reader, node, part as ArithmeticExpression, scope);
  };
  forEachChild(node, visit);
  return staying(where);
}

function readArithmetic(
  reader: ScriptReader,
  whole: SyntaxNode,
  part: ArithmeticExpression,
  scope: Scope,
): void {
  if (!isPlainArithmetic(part, reader.context.facts))
    reader.context.reading.addOpaque(
      reader.source.slice(whole.pos, whole.end),
      "it evaluates arithmetic over variables",
    );
  visitWords(reader, part, scope);
}

/** The folders that the names of a loop are found in are listed. */
function addListed({ context }: ScriptReader, words: readonly Word[], scope: Scope): void {
  const known = knowledgeAt(context, scope);
  const provenance = { origin: "derived", via: "operand" } as const;
  addGlobListings(
    context,
    words.flatMap((word) => expandWord(word, known)),
    { provenance, scope },
  );
}
