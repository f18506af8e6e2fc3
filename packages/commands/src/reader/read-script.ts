/**
 * Walks a parsed text: every simple command wherever it stands, in the order of the source, with the directory it would
 * run in. Branches, loops and functions make that directory less certain, never more.
 */
import type { ParsedScript, Redirected, Statement, SyntaxNode, Word } from "unbash";
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
import { visitAll, visitHereDocument, visitWords } from "./visit-words.ts";
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
    case "If":
      return readIf(reader, node, scope);
    case "For":
    case "Select":
      visitAll(reader, node.wordlist, scope);
      addListed(reader, node.wordlist ?? [], scope);
      if (isListedVariable(node.name.value) || INTEGER_VARIABLES.has(node.name.value))
        context.reading.addOpaque(
          node.name.value,
          "the loop sets a variable that the shell itself looks at",
        );
      return readLoop(reader, { node, parts: [node.body] }, scope);
    case "While":
      return readLoop(reader, { node, parts: [node.clause, node.body] }, scope);
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) {
        if (!isPlainArithmetic(part, context.facts))
          context.reading.addOpaque(
            reader.source.slice(node.pos, node.body.pos),
            "it evaluates arithmetic over variables",
          );
        if (part) visitWords(reader, part, scope);
      }
      return readLoop(reader, { node, parts: [node.body] }, scope);
    case "Case":
      return readCase(reader, node, scope);
    case "Function":
      readFunction(reader, node, scope);
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
      if (!isPlainArithmetic(node.expression, context.facts))
        context.reading.addOpaque(
          reader.source.slice(node.pos, node.end),
          "it evaluates arithmetic over variables",
        );
      if (node.expression) visitWords(reader, node.expression, scope);
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

function readIf(
  reader: ScriptReader,
  node: Extract<SyntaxNode, { readonly type: "If" }>,
  scope: Scope,
): Outcome {
  let end: Whereabouts | undefined;
  let rest: Whereabouts | undefined = scope.where;
  const inner = { ...scope, ...MAYBE };
  for (const branch of [node, ...node.elif]) {
    const clause = readList(reader, branch.clause.commands, {
      ...inner,
      where: rest ?? scope.where,
    });
    const body = readList(reader, branch.then.commands, {
      ...inner,
      where: clause.success ?? rest ?? scope.where,
    });
    if (clause.success) end = mergeWhereabouts(end, mergeWhereabouts(body.success, body.failure));
    rest = clause.failure;
  }
  if (!node.else) return staying(mergeWhereabouts(end, rest) ?? scope.where);
  const other = readList(reader, node.else.commands, { ...inner, where: rest ?? scope.where });
  const last = rest ? mergeWhereabouts(other.success, other.failure) : undefined;
  const all = mergeWhereabouts(end, last);
  return { success: all, failure: all };
}

function readLoop(
  reader: ScriptReader,
  {
    node,
    parts,
  }: {
    readonly node: SyntaxNode;
    readonly parts: readonly { readonly commands: readonly Statement[] }[];
  },
  scope: Scope,
): Outcome {
  const moves = reader.context.facts.moving.has(node);
  const where = moves ? NOWHERE : scope.where;
  for (const part of parts) readList(reader, part.commands, { ...scope, ...MAYBE, where });
  return staying(where);
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

function readCase(
  reader: ScriptReader,
  node: Extract<SyntaxNode, { readonly type: "Case" }>,
  scope: Scope,
): Outcome {
  visitWords(reader, node.word, scope);
  let end: Whereabouts | undefined = scope.where;
  for (const item of node.items) {
    visitAll(reader, item.pattern, scope);
    // `;&` falls through: the next arm may start where this one ended.
    const { success, failure } = readList(reader, item.body.commands, {
      ...scope,
      ...MAYBE,
      where: item.terminator === ";;" ? scope.where : (end ?? scope.where),
    });
    end = mergeWhereabouts(end, mergeWhereabouts(success, failure));
  }
  return staying(end ?? scope.where);
}

/** A body runs when it is called, from wherever the line is then, with arguments that are not known here. */
function readFunction(
  reader: ScriptReader,
  node: Extract<SyntaxNode, { readonly type: "Function" }>,
  scope: Scope,
): void {
  const where = reader.context.facts.moves ? NOWHERE : scope.where;
  readNode(reader, node.body, {
    ...scope,
    ...MAYBE,
    where,
    certain: false,
    stdin: { kind: "unknown" },
  });
}
