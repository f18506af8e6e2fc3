// A merged text and a person's are the same when their bytes are, when they are the same JSON, or when they differ only in the order and
// the layout of imports, the blank lines behind them among it. Read here without the engine's own readers: a fault of theirs must show.
import { isDeepStrictEqual } from "node:util";
import { type ParseError, parse } from "jsonc-parser";

const SCRIPT_IMPORT =
  /^import\s[^"'`;]*?from\s*["']([^"'\n]+)["'][ \t]*;?[ \t]*\r?\n(?:[ \t]*\r?\n)*/gm;
const PYTHON_IMPORT =
  /^(?:from[ \t]+(\S+)[ \t]+import[ \t]+(?:\([^()]*\)|[^(\n]*)|import[ \t]+[^\n]+)\r?\n(?:[ \t]*\r?\n)*/gm;

export function sameMeaning(path: string, [some, other]: readonly [string, string]): boolean {
  if (some === other) return true;
  if (/\.jsonc?$/i.test(path)) return sameJson(some, other);
  if (/\.[cm]?[jt]sx?$/i.test(path)) return sameImports([some, other], SCRIPT_IMPORT);
  return /\.pyi?$/i.test(path) && sameImports([some, other], PYTHON_IMPORT);
}

function sameJson(some: string, other: string): boolean {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true };
  const values = [some, other].map((text) => parse(text, errors, options) as unknown);
  return errors.length === 0 && isDeepStrictEqual(values[0], values[1]);
}

function sameImports(texts: readonly [string, string], statement: RegExp): boolean {
  const [some, other] = texts.map((text) => {
    const names = (text.match(statement) ?? []).flatMap(namesOf);
    return { names: new Set(names), rest: text.replace(statement, "") };
  });
  return isDeepStrictEqual(some, other);
}

/** Each name with all that its statement says beside the list. */
function namesOf(statement: string): readonly string[] {
  const plain = statement
    .replace(/[\s;]+/g, " ")
    .replaceAll('"', "'")
    .trim();
  const list = /\{([^}]*)\}|^from \S+ import \(?([^()]*)\)?$/.exec(plain);
  const inner = list?.[1] ?? list?.[2] ?? "";
  const outside = plain
    .replace(inner, "")
    .replace(/[\s()]+/g, " ")
    .trim();
  const names = inner.split(",").map((name) => name.trim());
  return [...names.filter((name) => name !== ""), ""].map((name) => `${outside} ${name}`);
}
