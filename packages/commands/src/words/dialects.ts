/**
 * Program text for a shell that is not bash. `/bin/sh` is dash here, ash there, bash in yet another mode elsewhere, and
 * `$SHELL` is anybody's; they read much of bash as something else, down to where a quote ends. So such a text is read as
 * bash only while nothing in it is bash's own: until the first such thing all of them read alike.
 */
import { forEachChild, type ParsedScript, type SyntaxNode, type Word } from "unbash";
import { wordAtoms } from "./word-atoms.ts";

/** Who reads a text: bash, some POSIX shell, or whatever shell the person has chosen. */
export type Dialect = "bash" | "posix" | "any";

/** What fish and zsh read otherwise, wherever it stands: escapes in quotes, history, `=cmd`, number globs, groups. */
const PERSONAL = /[\\^~!{}()`]|(?:^|[\s;&|])=|<\d*-\d*>/;
/** Old arithmetic, and the beginning that is arithmetic to one shell and two subshells to another. */
const UNLIKE_EXPANSION = /^\$(?:\[|\(\(|\{[ \t\n|])/;

/** True when every shell of the dialect reads the text as bash does. */
export function readsAlike(script: ParsedScript, text: string, dialect: Dialect): boolean {
  if (dialect === "bash") return true;
  if (dialect === "any" && PERSONAL.test(text)) return false;
  return isPortable(script);
}

function isPortable(node: SyntaxNode): boolean {
  if (isOwnToBash(node)) return false;
  let portable = true;
  forEachChild(node, (child) => {
    portable &&= isPortable(child);
  });
  return portable;
}

function isOwnToBash(node: SyntaxNode): boolean {
  switch (node.type) {
    case "AnsiCQuoted":
    case "LocaleString":
    case "ProcessSubstitution":
    case "ExtendedGlob":
    case "ArrayValue":
    case "FileDescriptorVariable":
    case "HereString":
    case "TestCommand":
    case "ArithmeticCommand":
    case "ArithmeticFor":
    case "Select":
    case "Coproc":
    case "Time":
      return true;
    case "Word":
      return hasOwnText(node);
    case "Assignment":
      return node.append === true || node.index !== undefined;
    case "Redirect":
      return node.operator.startsWith("&") || isBothStreams(node.operator, node.target);
    case "HereDocDelimiter":
      return node.text.includes("$");
    case "Pipeline":
      return node.operators.includes("|&");
    case "CaseItem":
      return node.terminator === ";&" || node.terminator === ";;&";
    case "Function":
      return !/^[A-Za-z_]\w*$/.test(node.name.text) || node.name.pos !== node.pos;
    case "CommandExpansion":
      return UNLIKE_EXPANSION.test(node.text);
    case "ArithmeticExpansion":
      return node.text.startsWith("$[");
    case "ParameterExpansion":
      return (
        node.prefix === "!" ||
        node.index !== undefined ||
        (node.operation !== undefined && !/^(?:Default|Remove)$/.test(node.operation.type)) ||
        (node.operation !== undefined && /['"\\]/.test(node.text))
      );
    default:
      return false;
  }
}

/** `>&file` sends both streams to a file in bash, and is an error or something else elsewhere. */
function isBothStreams(operator: string, target: Word | undefined): boolean {
  return operator.endsWith("&") && !/^(?:\d+-?|-)$/.test(target?.text ?? "");
}

/** Braces that expand, and a tilde after `=`. */
function hasOwnText(word: Word): boolean {
  if (!/[{~]/.test(word.text)) return false;
  if (word.text.includes("=~")) return true;
  const bare = wordAtoms(word)
    .map((atom) => (atom.kind === "text" && atom.quoted ? "" : atom.text))
    .join("");
  return bare.includes("{") && /,|\.\./.test(bare);
}
