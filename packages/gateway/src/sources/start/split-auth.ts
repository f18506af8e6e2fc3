import type { SourceValue } from "../list/source.ts";

/** Null: what the description asks for. */
export type AuthKind = "bearer" | "key" | "basic" | "oauth2" | null;

/** `basic:env:LOGIN` is a kind and a value; `env:TOKEN` a value, of which the description says what it is. */
export function splitAuth(auth: SourceValue): {
  readonly kind: AuthKind;
  readonly text: SourceValue;
} {
  const [, kind, text] = /^(bearer|key|basic|oauth2):(.*)$/s.exec(auth) ?? [];
  if (kind === undefined || text === undefined) return { kind: null, text: auth };
  return { kind: kind as AuthKind, text };
}
