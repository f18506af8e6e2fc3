import { localName, type ReadImport, readNames, tailOf } from "./read-imports.ts";

const HEAD = /^import\s[^"'`;]*/;
const MODULE = /(["'])([^"'\n]+)\1[ \t]*;?[ \t]*\r?\n/y;
const NAME = /^(?:type )?[\w$]+(?: as [\w$]+)?$/;
/** The words of an import beside its list, with one blank between words. */
const CLAUSE = /^import (type )?(?:([\w$]+) ?)?,? ?(?:\* as ([\w$]+) |\{\} ?)?from$/;

/** `import type D, { a, b as c } from "module";`, over one or more lines. One without names is not read: its place matters. */
export const readScriptImport: ReadImport = (text) => {
  const head = HEAD.exec(text)?.[0] ?? "";
  MODULE.lastIndex = head.length;
  const source = MODULE.exec(text);
  if (head === "" || source === null) return null;
  const open = head.indexOf("{");
  const close = head.lastIndexOf("}");
  const isList = open >= 0 && close > open;
  const outside = isList ? head.slice(0, open + 1) + head.slice(close) : head;
  const clause = CLAUSE.exec(outside.trim().replace(/\s+/g, " "));
  const inner = isList ? head.slice(open + 1, close) : "";
  const names = isList ? readNames(inner, NAME) : [];
  if (clause === null || names === null) return null;
  const [, kind = "", main, space] = clause;
  const [module = ""] = source.slice(2);
  const listed = names.map(({ key }) => key);
  const locals = [main, space, ...listed.map(localName)].filter((name) => name !== undefined);
  if (locals.length === 0) return null;
  const before = head.slice(0, open + 1);
  const after = head.slice(close) + source[0];
  return {
    key: kind + module,
    lead: "",
    text: head + source[0],
    meaning: JSON.stringify([kind, module, main, space, listed.toSorted()]),
    locals,
    list: isList ? { before, names, tail: tailOf(inner), after } : null,
  };
};
