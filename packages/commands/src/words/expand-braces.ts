/**
 * Brace expansion as bash does it: before every other expansion, on unquoted braces only, left to right, nested. A
 * word that holds a sequence, or would become more than `MAX_WORDS`, is no longer literal to us (`null`).
 */
import type { Atom } from "./word-atoms.ts";

const MAX_WORDS = 512;
/** More braces than this in one word are nobody's work, and cost too much to pair. */
const MAX_BRACES = 64;

/** One symbol: an unquoted character, or anything else, which braces do not look into. */
type Symbol = string | Exclude<Atom, string>;

export function expandBraces(atoms: readonly Atom[]): readonly (readonly Atom[])[] | null {
  const symbols: Symbol[] = [];
  for (const atom of atoms) {
    if (atom.kind === "text" && !atom.quoted)
      for (const character of atom.text) symbols.push(character);
    else symbols.push(atom);
  }
  if (symbols.filter((symbol) => symbol === "{").length > MAX_BRACES) return null;
  const words = expand(symbols);
  return words === null ? null : words.map(joinSymbols);
}

function expand(symbols: readonly Symbol[]): readonly (readonly Symbol[])[] | null {
  for (let open = symbols.indexOf("{"); open !== -1; open = symbols.indexOf("{", open + 1)) {
    const close = matchingBrace(symbols, open);
    if (close === -1) continue;
    const alternatives = readAlternatives(symbols.slice(open + 1, close));
    if (alternatives === "sequence") return null;
    if (alternatives === null) continue;
    const before = symbols.slice(0, open);
    const after = expand(symbols.slice(close + 1));
    if (after === null) return null;
    const middle: (readonly Symbol[])[] = [];
    for (const alternative of alternatives) {
      const inner = expand(alternative);
      if (inner === null) return null;
      middle.push(...inner);
    }
    if (middle.length * after.length > MAX_WORDS) return null;
    return middle.flatMap((inner) => after.map((rest) => [...before, ...inner, ...rest]));
  }
  return [symbols];
}

/** The brace that closes this one, when a comma or `..` at its own level makes it an expansion. */
function matchingBrace(symbols: readonly Symbol[], open: number): number {
  let depth = 0;
  for (let at = open; at < symbols.length; at += 1) {
    if (symbols[at] === "{") depth += 1;
    else if (symbols[at] === "}") {
      depth -= 1;
      if (depth === 0 && readAlternatives(symbols.slice(open + 1, at)) !== null) return at;
      if (depth === 0) return -1;
    }
  }
  return -1;
}

/** The words of a sequence (`{1..9}`) are not counted here. */
function readAlternatives(
  inner: readonly Symbol[],
): readonly (readonly Symbol[])[] | "sequence" | null {
  const parts: Symbol[][] = [[]];
  let depth = 0;
  for (const symbol of inner) {
    if (symbol === "{") depth += 1;
    if (symbol === "}") depth -= 1;
    if (symbol === "," && depth === 0) parts.push([]);
    else parts.at(-1)?.push(symbol);
  }
  if (parts.length > 1) return parts;
  return inner.some((symbol, at) => symbol === "." && inner[at + 1] === ".") ? "sequence" : null;
}

function joinSymbols(symbols: readonly Symbol[]): readonly Atom[] {
  const atoms: Atom[] = [];
  let text = "";
  for (const symbol of symbols) {
    if (typeof symbol === "string") {
      text += symbol;
      continue;
    }
    if (text !== "") atoms.push({ kind: "text", text, quoted: false });
    text = "";
    atoms.push(symbol);
  }
  if (text !== "") atoms.push({ kind: "text", text, quoted: false });
  return atoms;
}
