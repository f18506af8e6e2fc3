/** A named thing: `tool:<id>` for a call that touches nothing else, `mcp:<server>/<tool>` for a remote one. */
import type { NamedTarget } from "@toolplane/contract";
import type { Kind } from "./kind.ts";
import { plainPattern } from "./plain-pattern.ts";
import { plainOrQuoted } from "./quote-key-word.ts";

/** A named thing. Rules name it by the tool's id. */
export const namedKind: Kind<NamedTarget, "named"> = {
  isPermission: false,
  subject: "text",
  describe: ({ name }) => name,
  ask: ({ name }) => `use ${name}`,
  words: ({ name }) => ["use", name],
  done: "used",
  key: ({ name }) => plainOrQuoted(name),
  identity: ({ name }) => `named ${name}`,
  coverIdentity: ({ name }) => `named ${name}`,
  isWide: () => false,
  contains: isSameName,
  names: isSameName,
  readsOnly: (_target, { toolReads }) => toolReads,
  hold: () => null,
  reaches: () => "neither",
  pattern: ({ name }) => plainPattern(name),
  widerPattern: () => null,
  withoutContent: (target) => target,
};

function isSameName(one: NamedTarget, other: NamedTarget): boolean {
  return one.name === other.name;
}
