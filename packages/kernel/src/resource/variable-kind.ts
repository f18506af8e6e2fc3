/** An environment variable, by name. Its value is never part of a footprint. */
import type { EnvTarget } from "@toolplane/contract";
import type { Kind } from "./kind.ts";
import { plainPattern } from "./plain-pattern.ts";
import { plainOrQuoted } from "./quote-key-word.ts";

export const variableKind: Kind<EnvTarget, "env"> = {
  isPermission: true,
  subject: "text",
  describe: ({ name }) => `env ${name}`,
  ask: ({ name }) => `read variable ${name}`,
  words: ({ name }) => ["env", `${name} (value never shown)`],
  done: "read",
  key: ({ name }) => `env:${plainOrQuoted(name)}`,
  identity: ({ name }) => `env ${name}`,
  coverIdentity: ({ name }) => `env ${name}`,
  isWide: () => false,
  contains: isSameVariable,
  names: isSameVariable,
  readsOnly: () => true,
  hold: () => null,
  reaches: () => "neither",
  pattern: ({ name }) => plainPattern(name),
  widerPattern: () => null,
  withoutContent: (target) => target,
};

function isSameVariable(one: EnvTarget, other: EnvTarget): boolean {
  return one.name === other.name;
}
