/**
 * The allowlist: entries are `name` (any key of that tool), `name:keyPattern`, or `keyPattern`. In a pattern `*` is any
 * sequence, separators included; everything else is literal, and the pattern must match from end to end.
 *
 * Every key of the call must be matched by some entry, or a compound command would slip in behind its first word. A call
 * that has no keys (opaque parts) is matched by its tool's bare name only: that entry says the person does not mind what
 * the tool is given. The mode answers soft asks only, so floors, rules and flags still ask.
 */
import { commandOfKey } from "../resource/command-kind.ts";

/**
 * True when the entries cover the whole call. `tool` is null where a name alone does not identify the tool: then only
 * keys count.
 */
export function matchesAllowlist(
  entries: readonly string[],
  { tool, keys }: { readonly tool: string | null; readonly keys: readonly string[] },
): boolean {
  if (tool !== null && entries.includes(tool)) return true;
  if (keys.length === 0) return false;
  const prefix = tool === null ? null : `${tool}:`;
  const patterns = entries.map((entry) =>
    prefix !== null && entry.startsWith(prefix) ? [entry.slice(prefix.length), entry] : [entry],
  );
  return keys.every((key) => {
    const command = commandOfKey(key);
    return patterns.some((forms) =>
      forms.some(
        (form) => matchesGlob(form, key) || (command !== null && matchesGlob(form, command)),
      ),
    );
  });
}

/** Anchored at both ends. Literal pieces are found from left to right, so the time is linear in the key for each piece. */
function matchesGlob(pattern: string, text: string): boolean {
  const pieces = pattern.split("*");
  const first = pieces[0] as string;
  if (pieces.length === 1) return pattern === text;
  const last = pieces[pieces.length - 1] as string;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
