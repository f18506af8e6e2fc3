/**
 * Everything that happens while words are expanded: command and process substitutions, wherever they hide, and the
 * contexts that evaluate what they are given, which are opaque.
 */
import {
  type Assignment,
  type DoubleQuotedPart,
  forEachChild,
  type HereDoc,
  type HereDocBody,
  type LocaleStringPart,
  type ParameterExpansionPart,
  type SyntaxNode,
  type Word,
} from "unbash";
import { INTEGER_VARIABLES } from "../knowledge/builtins.ts";
import { isListedVariable } from "../knowledge/listed-variables.ts";
import type { Scope } from "../line/command-context.ts";
import { isPlainArithmetic, isPlainNumber } from "./arithmetic.ts";
import { readBrokenText } from "./read-broken-text.ts";
import type { ScriptReader } from "./script-reader.ts";

/** Visits a word, an assignment's value, or a here-document's body. */
export function visitWords(reader: ScriptReader, node: SyntaxNode, scope: Scope): void {
  if (node.type === "Word" && node.parts === undefined && !node.text.includes("(")) return;
  const { reading, facts } = reader.context;
  switch (node.type) {
    case "Word":
      if (hidesSubstitution(node) || quotesTwice(node)) readUnsure(reader, node.text, scope);
      break;
    case "HereDocBody":
      if (joinsQuoted(node)) readUnsure(reader, joined(node.text), scope);
      if (quotesNothing(node)) readUnsure(reader, reader.source, scope);
      break;
    case "DoubleQuoted":
    case "LocaleString":
      if (quotesNothing(node)) readUnsure(reader, reader.source, scope);
      break;
    case "CommandExpansion":
      if (/^\$\{/.test(node.text))
        reading.addOpaque(node.text, "it runs commands in this very shell while expanding");
      readSubstitution(reader, node, scope);
      return;
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      readSubstitution(reader, node, scope);
      return;
    case "ArithmeticExpansion":
      if (!isPlainArithmetic(node.expression, facts))
        reading.addOpaque(node.text, "it evaluates arithmetic over variables");
      break;
    case "ParameterExpansion":
      checkParameter(reader, node);
      break;
    case "Assignment":
      checkAssignment(reader, node);
      break;
    default:
  }
  forEachChild(node, (child) => visitWords(reader, child, scope));
}

type Substitution = Extract<
  SyntaxNode,
  { type: "CommandExpansion" | "ProcessSubstitution" | "ArithmeticCommandExpansion" }
>;

/** Bash 5.2 prints a substitution anew before it runs it, and after a here-document in a pipeline it forgets a semicolon. */
function losesSemicolon(text: string): boolean {
  const document = text.indexOf("<<");
  const pipe = document === -1 ? -1 : text.indexOf("|", document + 2);
  return pipe !== -1 && text.includes(";", pipe + 1);
}

function readSubstitution(reader: ScriptReader, node: Substitution, scope: Scope): void {
  if (losesSemicolon(node.text) && losesSemicolon(withoutBodies(node)))
    readUnsure(reader, node.text, scope);
  reader.readNestedScript(node.script, scope, node.text);
}

/** Takes out what is only text to the commands: a semicolon there ends nothing. */
function withoutBodies(node: Substitution): string {
  let { text } = node;
  const visit = (child: SyntaxNode): void => {
    if (child.type === "HereDocBody") text = text.replace(child.text, () => "");
    else forEachChild(child, visit);
  };
  visit(node);
  return text;
}

/** `1<(cmd)`: digits are no descriptor there, and the parser takes it all for text. */
function hidesSubstitution({ text, parts }: Word): boolean {
  if (!/[<>]\(/.test(text)) return false;
  const bare = (raw: string) => /[<>]\(/.test(raw.replace(/\\[\s\S]/g, "_"));
  if (parts === undefined) return bare(text);
  return parts.some(
    (part) =>
      (part.type === "Literal" || (part.type === "BraceExpansion" && !part.parts)) &&
      bare(part.text),
  );
}

/** Between double quotes, and in a here-document, single quotes inside `${x:-…}` do not quote. */
function quotesNothing(node: DoubleQuotedPart | LocaleStringPart | HereDocBody): boolean {
  const quote = node.type === "HereDocBody" ? "'" : "$'";
  return (node.parts ?? []).some(
    (part) =>
      part.type === "ParameterExpansion" &&
      part.text.includes(quote) &&
      (part.operation?.type === "Default" || part.text.includes("${", 2)),
  );
}

/**
 * Bash joins the lines of a here-document that end in a backslash before it looks at what is in them. Where one quotes, in a comment
 * or in a further here-document of a substitution there, the backslash looks like a part of the text and is none.
 */
function joinsQuoted({ parts = [] }: HereDocBody): boolean {
  return parts.some(
    ({ type, text }) => type !== "Literal" && text.includes("\\\n") && /['#]|<</.test(text),
  );
}

/** As bash has it: a backslash that another one stands before joins nothing. */
function joined(text: string): string {
  return text.replace(/\\([\s\S])/g, (pair, next) => (next === "\n" ? "" : pair));
}

/**
 * Double quotes inside backquotes inside double quotes are anybody's, once braces are in the word. A backquote behind a backslash
 * begins nothing unless one without it did before.
 */
function quotesTwice({ text, parts }: Word): boolean {
  if (!text.replace(/\\[\s\S]/g, "").includes("`") || !text.includes("{")) return false;
  return (parts ?? []).some(
    (part) =>
      (part.type === "DoubleQuoted" ||
        part.type === "LocaleString" ||
        part.type === "BraceExpansion") &&
      /`[^`]*"/.test(part.text),
  );
}

/** The body of a here-document, when it is expanded: without quotes around its end, or where bash may lose them. */
export function visitHereDocument(reader: ScriptReader, node: HereDoc, scope: Scope): void {
  if (!node.delimiter?.quoted) visitWords(reader, node.body, scope);
  else if (reader.substituted && !WHOLLY_QUOTED.test(node.delimiter.text))
    // Bash prints a substitution anew before it runs it, and not always with the quotes.
    readUnsure(reader, node.body.text, scope);
}

const WHOLLY_QUOTED = /^(?:'[^']*'|"[^"]*"|\\\w+)$/;

/** Asked about, and its pieces written down, so that nothing in it hides from a rule that denies. */
function readUnsure(reader: ScriptReader, text: string, scope: Scope): void {
  reader.context.reading.addOpaque(text, "bash may read it otherwise than it looks");
  readBrokenText(reader.context, text, scope);
}

function checkParameter(reader: ScriptReader, node: ParameterExpansionPart): void {
  const { reading, facts } = reader.context;
  const { operation, index } = node;
  const everyIndex = index === undefined || /^[@*]$/.test(index.text);
  if (!everyIndex && !isPlainNumber(index.text, facts))
    reading.addOpaque(node.text, "it evaluates a subscript");
  if (node.prefix === "!" && operation?.type !== "Names" && !(index && everyIndex))
    reading.addOpaque(node.text, "it expands a variable whose name is only known when it runs");
  if (operation?.type === "Transform" && /[^QEaAkKUuL]/.test(operation.operand.text))
    reading.addOpaque(node.text, "it expands the value of a variable like a prompt");
  if (operation?.type === "Unknown")
    reading.addOpaque(node.text, "it is an expansion that is not understood");
  if (operation?.type === "Slice")
    for (const part of [operation.offset, operation.length])
      if (part && !isPlainNumber(part.text, facts))
        reading.addOpaque(node.text, "it evaluates arithmetic over variables");
  if (
    operation?.type === "Default" &&
    operation.operator.endsWith("=") &&
    isListedVariable(node.parameter)
  )
    reading.addOpaque(node.text, `${node.parameter} changes which program runs`);
}

function checkAssignment(reader: ScriptReader, { name, index, value, text }: Assignment): void {
  const { reading, facts } = reader.context;
  if (index && !isPlainNumber(index.text, facts))
    reading.addOpaque(text, "it evaluates a subscript");
  if (INTEGER_VARIABLES.has(name) && !(value.type === "Word" && /^[-+]?\d+$/.test(value.text)))
    reading.addOpaque(text, "it evaluates what it puts into an integer variable");
  if (value.type === "ArrayValue")
    for (const element of value.elements)
      if (/^\[(?!\d+\])/.test(element.text)) reading.addOpaque(text, "it evaluates a subscript");
}
