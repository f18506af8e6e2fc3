/** Something that was not understood. It can do anything, it is inside nothing, and no answer about it is kept. */
import type { OpaqueTarget } from "@toolplane/contract";
import type { Kind } from "./kind.ts";
import { plainOrQuoted } from "./quote-key-word.ts";

/** A part that could not be read. */
export const opaqueKind: Kind<OpaqueTarget, "opaque"> = {
  isPermission: false,
  subject: null,
  describe: ({ of, reason }) => `${of} (not understood: ${reason})`,
  ask: ({ of, reason, text }) => `not understood (${of}; ${reason}): ${text}`,
  words: ({ of, reason, text }) => [of, `${reason}: ${text}`],
  done: "used",
  key: ({ text }) => `opaque:${plainOrQuoted(text)}`,
  identity: ({ of, text }) => `opaque ${of} ${text}`,
  coverIdentity: () => null,
  isWide: () => false,
  contains: () => false,
  names: () => false,
  readsOnly: () => false,
  hold: () => "anywhere",
  reaches: ({ of }) => (of === "shell.run" ? "process" : "neither"),
  pattern: () => null,
  widerPattern: () => null,
  withoutContent: ({ text: _text, reason: _reason, ...rest }) => rest,
};
