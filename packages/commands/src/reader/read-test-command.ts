/** `[[ … ]]`: neutral, unless it evaluates: `-v` and `-R` of a subscripted name, and numbers that are not literal. */
import type { SyntaxNode, TestCommand } from "unbash";
import { TEST_ARITHMETIC } from "../knowledge/builtins.ts";
import type { Scope } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { expandWord } from "../words/expand-word.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { isPlainNumber } from "./arithmetic.ts";
import { knowledgeAt } from "./read-command.ts";
import type { ScriptReader } from "./script-reader.ts";
import { visitWords } from "./visit-words.ts";

export function readTestCommand(reader: ScriptReader, node: TestCommand, scope: Scope): void {
  const { context, source } = reader;
  const words: ExpandedWord[] = [literalWord("[[")];
  let neutral = true;
  const visit = (part: SyntaxNode): void => {
    switch (part.type) {
      case "TestUnary":
        words.push(literalWord(part.operator));
        if (part.operator === "-v" || part.operator === "-R") {
          neutral = false;
          if (!/^\w+$/.test(part.operand.text))
            context.reading.addOpaque(
              source.slice(node.pos, node.end),
              "it evaluates the subscript of a variable's name",
            );
        }
        visit(part.operand);
        return;
      case "TestBinary":
        if (
          TEST_ARITHMETIC.has(part.operator) &&
          ![part.left, part.right].every((side) => isPlainNumber(side.text, context.facts))
        )
          context.reading.addOpaque(
            source.slice(node.pos, node.end),
            "it evaluates arithmetic over variables",
          );
        visit(part.left);
        words.push(literalWord(part.operator));
        visit(part.right);
        return;
      case "TestLogical":
        part.operands.forEach((operand, index) => {
          if (index > 0) words.push(literalWord(part.operator));
          visit(operand);
        });
        return;
      case "TestNot":
        words.push(literalWord("!"));
        visit(part.operand);
        return;
      case "TestGroup":
        words.push(literalWord("("));
        visit(part.expression);
        words.push(literalWord(")"));
        return;
      case "Word":
        visitWords(reader, part, scope);
        words.push(...expandWord(part, knowledgeAt(context, scope)));
        return;
      default:
    }
  };
  visit(node.expression);
  words.push(literalWord("]]"));
  emitUnit(
    context,
    {
      words,
      scope,
      text: source.slice(node.pos, node.end),
      kept: [],
      floors: [],
      assignments: [],
      pastFunctions: false,
    },
    { neutral, effect: "read" },
  );
}
