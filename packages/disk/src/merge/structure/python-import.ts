import {
  type ImportStatement,
  localName,
  type ReadImport,
  readNames,
  tailOf,
} from "./read-imports.ts";

const FROM = /^from[ \t]+([\w.]+)[ \t]+import\b[ \t]*\(?/;
const PLAIN = /^import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*\r?\n/;
const LINE_END = /\)?[ \t]*\r?\n/y;
const NAME = /^\w+(?: as \w+)?$/;

/** `import a.b as c`, `from a import b, c as d`, and the same in brackets over more lines. */
export const readPythonImport: ReadImport = (text) => {
  const plain = PLAIN.exec(text);
  return plain === null ? readFrom(text) : readPlain(plain);
};

function readPlain([text = "", module = "", alias]: readonly string[]): ImportStatement {
  const key = JSON.stringify(["import", module, alias]);
  // `import a.b` and `import a.c` both bring in `a`; what they bring in of it has their own names.
  return { key, lead: "", text, meaning: key, locals: [alias ?? module], list: null };
}

function readFrom(text: string): ImportStatement | null {
  const match = FROM.exec(text);
  if (match === null) return null;
  const [before, module = ""] = match;
  const isBracketed = before.endsWith("(");
  const end = text.indexOf(isBracketed ? ")" : "\n", before.length);
  const inner = text.slice(before.length, end).replace(/\r$/, "");
  const names = end < 0 ? null : readNames(inner, NAME);
  LINE_END.lastIndex = before.length + inner.length;
  const after = LINE_END.exec(text)?.[0];
  if (names === null || after === undefined || after.startsWith(")") !== isBracketed) return null;
  const listed = names.map(({ key }) => key);
  return {
    key: `from ${module}`,
    lead: "",
    text: before + inner + after,
    meaning: JSON.stringify([module, listed.toSorted()]),
    locals: listed.map(localName),
    list: { before, names, tail: tailOf(inner), after },
  };
}
