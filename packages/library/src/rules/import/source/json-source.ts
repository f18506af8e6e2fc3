/** A JSON file of another program, comments and trailing commas included, with the line of every value. */
import { ConfigurationError } from "@toolplane/contract";
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";

export interface JsonPlace {
  readonly value: unknown;
  readonly line: number;
}

export interface JsonSource {
  at(...path: readonly string[]): JsonPlace | null;
  /** Members of the object at a path, in their order. */
  members(...path: readonly string[]): readonly (JsonPlace & { readonly name: string })[];
  items(...path: readonly string[]): readonly JsonPlace[];
}

/** Reads it. Throws a ConfigurationError with file and line. */
export function readJsonSource(text: string, file: string): JsonSource {
  const body = text.replace(/^\uFEFF/, " ");
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: true });
  const lineAt = (offset: number): number => body.slice(0, offset).split("\n").length;
  const [error] = errors;
  if (error || root?.type !== "object")
    throw new ConfigurationError(
      `${file}:${lineAt(error?.offset ?? 0)}`,
      error ? `is not JSON (${printParseErrorCode(error.error)})` : "an object is expected",
    );
  const find = (path: readonly string[]): Node | null =>
    findNodeAtLocation(root, [...path]) ?? null;
  const place = (node: Node): JsonPlace => ({ value: readValue(node), line: lineAt(node.offset) });
  return {
    at: (...path) => {
      const node = find(path);
      return node && place(node);
    },
    members: (...path) => {
      const node = find(path);
      if (node?.type !== "object") return [];
      return (node.children ?? []).flatMap(({ children: [name, value] = [] }) =>
        name && value
          ? [{ ...place(value), name: String(name.value), line: lineAt(name.offset) }]
          : [],
      );
    },
    items: (...path) => {
      const node = find(path);
      return node?.type === "array" ? (node.children ?? []).map(place) : [];
    },
  };
}

function readValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(readValue);
  if (node.type !== "object") return node.value;
  const pairs = (node.children ?? []).flatMap(
    ({ children: [name, value] = [] }): [string, unknown][] =>
      name && value ? [[String(name.value), readValue(value)]] : [],
  );
  return Object.fromEntries(pairs);
}
