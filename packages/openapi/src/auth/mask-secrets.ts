/** Secrets out of whatever comes back: an API may echo a request, in a body, a header or a link. */
import type { Json } from "@toolplane/contract";

const MASK = "[secret]";
/** Shorter ones are words of their own everywhere. */
const MIN_LENGTH = 4;
const MAX_DEPTH = 100;

export interface Masker {
  text(text: string): string;
  json(value: Json): Json;
}

export function createMasker(secrets: readonly string[]): Masker {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    for (const form of [
      secret,
      encodeURIComponent(secret.toWellFormed()),
      JSON.stringify(secret).slice(1, -1),
    ])
      forms.add(form);
    forms.add(Buffer.from(secret).toString("base64"));
  }
  const ordered = [...forms].sort((left, right) => right.length - left.length);
  const mask = (text: string): string => {
    let masked = text;
    for (const form of ordered) if (masked.includes(form)) masked = masked.replaceAll(form, MASK);
    return masked;
  };
  const walk = (value: Json, depth: number): Json => {
    if (typeof value === "string") return mask(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH) return mask("[too deep to show]");
    if (Array.isArray(value)) return value.map((item: Json) => walk(item, depth + 1));
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, member]) => [mask(name), walk(member, depth + 1)]),
    );
  };
  if (ordered.length === 0) return { text: (text) => text, json: (value) => value };
  return { text: mask, json: (value) => walk(value, 0) };
}

/** A text that was cut may end in the beginning of a secret; so much is taken off. */
export function withoutCutSecret(text: string, secrets: readonly string[]): string {
  for (const secret of secrets)
    for (let length = Math.min(secret.length - 1, text.length); length >= MIN_LENGTH; length -= 1)
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
  return text;
}
