/**
 * JSON with comments and trailing commas, strict about everything else: a name written twice, a number that is none, a text
 * that is no UTF-8 stop the load, with line and column. Two readers of one file must never see two configurations.
 */
import { ConfigurationError, type Json } from "@toolplane/contract";
import type { Node } from "jsonc-parser";
import { type ConfigTree, parseConfigTree } from "./parse-config-tree.ts";
import { readShallow } from "./read-shallow.ts";

/** A value with its place in the text. */
export interface ConfigNode {
  readonly value: Json;
  readonly offset: number;
  readonly length: number;
  /** For an object: its members; the offset of each is that of its name. */
  readonly members?: ReadonlyMap<string, ConfigMember>;
  /** For a list: what it holds. */
  readonly items?: readonly ConfigNode[];
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

/** Reads the bytes of a file. Throws a ConfigurationError with the place. */
export async function parseConfigText(bytes: Uint8Array, file: string): Promise<ConfigText> {
  const { root: tree, ...found } = await parseConfigTree(bytes, file);
  const root = readShallow(file, () => readNode(tree, found));
  return { ...found, root };
}

function readNode(node: Node, places: Pick<ConfigTree, "at">): ConfigNode {
  const { offset, length, children = [] } = node;
  if (node.type === "object") return readObject(node, places);
  if (node.type === "array") {
    const items = children.map((child) => readNode(child, places));
    return { value: items.map((item) => item.value), offset, length, items };
  }
  const value = node.value as Json;
  if (typeof value === "number" && !Number.isFinite(value))
    throw new ConfigurationError(places.at(offset), "this number is too large");
  if (typeof value === "string" && !value.isWellFormed())
    throw new ConfigurationError(places.at(offset), "this text holds half a character");
  return { value, offset, length };
}

function readObject(
  { offset, length, children = [] }: Node,
  places: Pick<ConfigTree, "at">,
): ConfigNode {
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
