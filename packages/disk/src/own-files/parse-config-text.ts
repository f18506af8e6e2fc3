/**
 * JSON with comments and trailing commas, strict about everything else: a name written twice, a number that is none, a text
 * that is no UTF-8 stop the load, with line and column. Two readers of one file must never see two configurations.
 */
import { ConfigurationError, type Json } from "@toolplane/contract";
import type { Node, ParseError } from "jsonc-parser";

/** A value with its place in the text. */
export interface ConfigNode {
  readonly value: Json;
  readonly offset: number;
  readonly length: number;
  /** For an object: its members; the offset of each is that of its name. */
  readonly members?: ReadonlyMap<string, ConfigMember>;
}

export interface ConfigMember {
  readonly nameOffset: number;
  readonly node: ConfigNode;
}

/** A text that was understood. */
export interface ConfigText {
  readonly root: ConfigNode;
  /** The same text with comments and trailing commas blanked: plain JSON, every line where it was. */
  readonly plain: string;
  /** `file:line:column` of an offset. */
  at(offset: number): string;
  line(offset: number): number;
}

const FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol: "this word means nothing here; texts stand in double quotes",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a name in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is expected here",
  CloseBraceExpected: "a } is expected here",
  CloseBracketExpected: "a ] is expected here",
  EndOfFileExpected: "nothing may follow here",
  InvalidCommentToken: "a comment is written // or /* */",
  UnexpectedEndOfComment: "this comment does not end",
  UnexpectedEndOfString: "this text does not end",
  UnexpectedEndOfNumber: "this number does not end",
  InvalidUnicode: "this escape is wrong",
  InvalidEscapeCharacter: "this escape is wrong",
  InvalidCharacter: "this character must be written as an escape",
};

/** Reads the bytes of a file. Throws a ConfigurationError with the place. */
export async function parseConfigText(bytes: Uint8Array, file: string): Promise<ConfigText> {
  const text = decode(bytes, file);
  const places = createPlaces(text, file);
  // Loaded here: a user without a configuration file does not pay for its parser.
  const { parseTree, printParseErrorCode, createScanner } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true, disallowComments: false };
  const tree = shallow(file, () => parseTree(text, errors, options));
  const [error] = errors;
  if (error !== undefined || tree === undefined) {
    const name = error === undefined ? "ValueExpected" : printParseErrorCode(error.error);
    const words = FAULTS[name] ?? "this is not JSON with comments";
    throw new ConfigurationError(places.at(error?.offset ?? 0), words);
  }
  const root = shallow(file, () => readNode(tree, places));
  return { root, plain: blank(text, createScanner(text, false)), ...places };
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigurationError(file, "is not UTF-8 text");
  }
}

/** The parser calls itself for each level; nothing of ours is deeper than a few. */
function shallow<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigurationError(file, "is nested too deeply");
    throw error;
  }
}

interface Places {
  at(offset: number): string;
  line(offset: number): number;
}

function createPlaces(text: string, file: string): Places {
  const line = (offset: number): number => text.slice(0, offset).split("\n").length;
  return {
    line,
    at: (offset) => `${file}:${line(offset)}:${offset - text.lastIndexOf("\n", offset - 1)}`,
  };
}

function readNode(node: Node, places: Places): ConfigNode {
  const { offset, length, children = [] } = node;
  if (node.type === "object") return readObject(node, places);
  if (node.type === "array")
    return { value: children.map((child) => readNode(child, places).value), offset, length };
  const value = node.value as Json;
  if (typeof value === "number" && !Number.isFinite(value))
    throw new ConfigurationError(places.at(offset), "this number is too large");
  if (typeof value === "string" && !value.isWellFormed())
    throw new ConfigurationError(places.at(offset), "this text holds half a character");
  return { value, offset, length };
}

function readObject({ offset, length, children = [] }: Node, places: Places): ConfigNode {
  const members = new Map<string, ConfigMember>();
  for (const { children: pair = [] } of children) {
    const [name, child] = pair;
    if (name === undefined || child === undefined) continue;
    const key = String(name.value);
    if (members.has(key))
      throw new ConfigurationError(places.at(name.offset), `"${shorten(key)}" is written twice`);
    if (key === "__proto__")
      throw new ConfigurationError(places.at(name.offset), `"${key}" is no name`);
    members.set(key, { nameOffset: name.offset, node: readNode(child, places) });
  }
  const value = Object.fromEntries([...members].map(([key, { node }]) => [key, node.value]));
  return { value, offset, length, members };
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

// Kinds of tokens, as the scanner numbers them; its own enumeration exists for compilers only.
const CLOSE_BRACE = 2;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SPACE: ReadonlySet<number> = new Set([14, 15]);
const END = 17;

interface TokenScanner {
  scan(): number;
  getTokenOffset(): number;
  getTokenLength(): number;
}

/** Comments, and commas before a closing bracket, become spaces; line breaks stay. */
function blank(text: string, scanner: TokenScanner): string {
  const spans: { readonly from: number; readonly to: number }[] = [];
  let comma: number | null = null;
  for (let kind = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const from = scanner.getTokenOffset();
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT)
      spans.push({ from, to: from + scanner.getTokenLength() });
    else if (kind === COMMA) comma = from;
    else if (!SPACE.has(kind)) {
      if (comma !== null && (kind === CLOSE_BRACE || kind === CLOSE_BRACKET))
        spans.push({ from: comma, to: comma + 1 });
      comma = null;
    }
  }
  spans.sort((one, other) => one.from - other.from);
  let plain = "";
  let done = 0;
  for (const { from, to } of spans) {
    plain += text.slice(done, from) + text.slice(from, to).replace(/[^\n]/g, " ");
    done = to;
  }
  return plain + text.slice(done);
}
