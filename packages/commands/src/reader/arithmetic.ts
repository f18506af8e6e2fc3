/**
 * Arithmetic evaluates the text of its variables again, subscripts and command substitutions included. It is safe only
 * over literal integers, and over variables that this line sets to integers and nothing else.
 */
import { type ArithmeticExpression, forEachChild, type SyntaxNode } from "unbash";
import type { LineFacts } from "../line/line-facts.ts";

const INTEGER = /^(?:0[xX][0-9a-fA-F]+|\d+(?:#[0-9A-Za-z@_]+)?)$/;
const COUNTERS = /^\$(?:[#?$!]|\{#(?:[A-Za-z_]\w*(?:\[[@*]\])?|[@*])\}|\{[?#$!]\})$/;

/** True when evaluating this runs nothing. */
export function isPlainArithmetic(
  expression: ArithmeticExpression | undefined,
  facts: LineFacts,
): boolean {
  if (expression === undefined) return true;
  if (expression.type === "ArithmeticWord") return isPlainNumber(expression.value, facts);
  if (expression.type === "ArithmeticCommandExpansion") return false;
  let plain = true;
  forEachChild(expression, (child: SyntaxNode) => {
    plain &&= isPlainArithmetic(child as ArithmeticExpression, facts);
  });
  return plain;
}

/** The same for one word of it. */
export function isPlainNumber(text: string, facts: LineFacts): boolean {
  const value = text.trim().replace(/^"(.*)"$/s, "$1");
  if (value === "" || INTEGER.test(value) || /^[-+]\d+$/.test(value) || COUNTERS.test(value))
    return true;
  const name = /^\$?(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))$/.exec(value);
  return name !== null && isIntegerVariable(name[1] ?? name[2] ?? "", facts);
}

function isIntegerVariable(name: string, { writings, unseen }: LineFacts): boolean {
  const all = writings.get(name);
  if (unseen || !all) return false;
  return all.every((writing) => {
    if (writing.kind !== "assigned") return writing.kind === "integer";
    const { value } = writing.node;
    return value.type === "Word" && /^(?:[-+]?\d+|\$\(\(.*\)\))$/s.test(value.text);
  });
}
