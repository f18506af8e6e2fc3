/**
 * A word as a flat list of atoms, in order: literal text with its quoting, globs, and expansions. Braces are plain unquoted
 * text here; `expandBraces` reads them, because bash does so before anything else and by its own rules.
 */
import type { Word, WordPart } from "unbash";

/** A run of text of one quoting, or something the shell expands. */
export type Atom =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | { readonly kind: "glob"; readonly text: string }
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly text: string;
      readonly quoted: boolean;
    }
  | {
      readonly kind: "expansion";
      readonly text: string;
      readonly quoted: boolean;
      readonly pipe?: boolean;
    };

export function wordAtoms(word: Word): readonly Atom[] {
  const atoms: Atom[] = [];
  const { parts } = word;
  if (parts === undefined) addRaw(word.text, atoms);
  else for (const part of parts) addPart(part, atoms);
  return atoms;
}

function addPart(part: WordPart, atoms: Atom[]): void {
  switch (part.type) {
    case "Literal":
      addRaw(part.text, atoms);
      return;
    case "AnsiCQuoted":
      // Which bytes an escape beyond ASCII becomes depends on the locale.
      if (part.text.includes("\\") && !/^[\0-\x7f]*$/.test(part.value))
        atoms.push({ kind: "expansion", text: part.text, quoted: true });
      else atoms.push({ kind: "text", text: part.value, quoted: true });
      return;
    case "SingleQuoted":
      atoms.push({ kind: "text", text: part.value, quoted: true });
      return;
    case "DoubleQuoted":
    case "LocaleString":
      // The empty text keeps `""` a word of its own.
      atoms.push({ kind: "text", text: "", quoted: true });
      for (const child of part.parts) {
        if (child.type === "Literal") atoms.push({ kind: "text", text: child.value, quoted: true });
        else addExpansion(child, true, atoms);
      }
      return;
    case "Glob":
      addGlob(part.text, atoms);
      return;
    case "ExtendedGlob":
      // Only with `shopt -s extglob`; without it the line does not run at all.
      atoms.push({ kind: "expansion", text: part.text, quoted: false });
      return;
    case "BraceExpansion":
      if (part.parts === undefined) addRaw(part.text, atoms);
      else {
        addRaw("{", atoms);
        for (const inner of part.parts) addPart(inner, atoms);
        addRaw("}", atoms);
      }
      return;
    case "ProcessSubstitution":
      atoms.push({ kind: "expansion", text: part.text, quoted: false, pipe: true });
      return;
    default:
      addExpansion(part, false, atoms);
  }
}

function addExpansion(
  part: Exclude<WordPart, { readonly type: "Literal" }>,
  quoted: boolean,
  atoms: Atom[],
): void {
  const name = variableName(part);
  if (name === null) atoms.push({ kind: "expansion", text: part.text, quoted });
  else atoms.push({ kind: "variable", name, text: part.text, quoted });
}

function variableName(part: Exclude<WordPart, { readonly type: "Literal" }>): string | null {
  if (part.type === "SimpleExpansion") {
    const name = part.text.slice(1);
    return /^[A-Za-z_]\w*$/.test(name) ? name : null;
  }
  if (part.type !== "ParameterExpansion") return null;
  const plain = !part.prefix && !part.index && !part.operation;
  return plain && part.text === `\${${part.parameter}}` ? part.parameter : null;
}

function addGlob(text: string, atoms: Atom[]): void {
  // A bracket may hold quotes and expansions (`[$x"y"]`): nobody need match that exactly.
  if (/[\\'"`$]/.test(text)) atoms.push({ kind: "expansion", text, quoted: false });
  else atoms.push({ kind: "glob", text });
}

/** Unquoted source text: a backslash quotes the next character, and a backslash at a line's end is nothing. */
function addRaw(text: string, atoms: Atom[]): void {
  let start = 0;
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at)) {
    if (at > start) atoms.push({ kind: "text", text: text.slice(start, at), quoted: false });
    if (at + 1 >= text.length) {
      atoms.push({ kind: "text", text: "\\", quoted: true });
      return;
    }
    if (text[at + 1] !== "\n") atoms.push({ kind: "text", text: text[at + 1] ?? "", quoted: true });
    at += 2;
    start = at;
  }
  if (start < text.length) atoms.push({ kind: "text", text: text.slice(start), quoted: false });
}
