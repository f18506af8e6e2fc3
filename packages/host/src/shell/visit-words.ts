/**
 * Everything that happens while words are expanded: command and process substitutions, wherever they hide, and the
 * evaluating contexts of corpus S5, which are opaque.
 */
import {
  type Assignment,
  forEachChild,
  type ParameterExpansionPart,
  type SyntaxNode,
  type Word,
} from "unbash";
import { isPlainArithmetic, isPlainNumber } from "./arithmetic.ts";
import type { Scope } from "./command-context.ts";
import { isListedVariable } from "./knowledge/listed-variables.ts";
import type { ScriptReader } from "./script-reader.ts";

/** Visits a word, an assignment's value, or a here-document's body. */
export function visitWords(reader: ScriptReader, node: SyntaxNode, scope: Scope): void {
  if (node.type === "Word" && node.parts === undefined) return;
  const { reading, facts } = reader.context;
  switch (node.type) {
    case "CommandExpansion":
      if (/^\$\{/.test(node.text))
        reading.addOpaque(node.text, "it runs commands in this very shell while expanding");
      reader.readNestedScript(node.script, scope, node.text);
      return;
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      reader.readNestedScript(node.script, scope, node.text);
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

function checkAssignment(reader: ScriptReader, { index, value, text }: Assignment): void {
  const { reading, facts } = reader.context;
  if (index && !isPlainNumber(index.text, facts))
    reading.addOpaque(text, "it evaluates a subscript");
  if (value.type === "ArrayValue")
    for (const element of value.elements)
      if (/^\[(?!\d+\])/.test(element.text)) reading.addOpaque(text, "it evaluates a subscript");
}

/** Words that only steer the flow: the list of `for`, the patterns of `case`. */
export function visitAll(
  reader: ScriptReader,
  words: readonly Word[] | undefined,
  scope: Scope,
): void {
  for (const word of words ?? []) visitWords(reader, word, scope);
}
