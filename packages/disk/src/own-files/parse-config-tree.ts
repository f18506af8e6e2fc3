/** The syntax of a configuration file: JSON with comments and trailing commas, and the place of everything in it. */
import { ConfigurationError } from "@toolplane/contract";
import type { Node, ParseError } from "jsonc-parser";
import { blankComments } from "./blank-comments.ts";
import { readShallow } from "./read-shallow.ts";

export interface ConfigTree extends Places {
  readonly root: Node;
  /** The same text with comments and trailing commas blanked: plain JSON, every line where it was. */
  readonly plain: string;
}

interface Places {
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

/** Reads the bytes of a file. Throws a ConfigurationError with the place of what is not JSON. */
export async function parseConfigTree(bytes: Uint8Array, file: string): Promise<ConfigTree> {
  const text = decode(bytes, file);
  const places = createPlaces(text, file);
  // Loaded here: a user without a configuration file does not pay for its parser.
  const { parseTree, printParseErrorCode, createScanner } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true, disallowComments: false };
  const root = readShallow(file, () => parseTree(text, errors, options));
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const name = error === undefined ? "ValueExpected" : printParseErrorCode(error.error);
    const words = FAULTS[name] ?? "this is not JSON with comments";
    throw new ConfigurationError(places.at(error?.offset ?? 0), words);
  }
  return { root, plain: blankComments(text, createScanner(text, false)), ...places };
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ConfigurationError(file, "is not UTF-8 text");
  }
}

function createPlaces(text: string, file: string): Places {
  const line = (offset: number): number => text.slice(0, offset).split("\n").length;
  return {
    line,
    at: (offset) => `${file}:${line(offset)}:${offset - text.lastIndexOf("\n", offset - 1)}`,
  };
}
