/** One file before and after, as a diff for people. */
import type { ShownChange } from "@toolplane/contract";
import type { ReadSide } from "@toolplane/host";
import { formatBytes } from "@toolplane/readings";

/** The bytes of a file, or in words what else is there; null: nothing. */
export type Side = Awaited<ReturnType<ReadSide>>;

export interface ChangedContent {
  readonly path: string;
  readonly before: Side;
  readonly after: Side;
  readonly timeoutMs?: number;
  readonly maxChars?: number;
}

/** Where a side is not text it has no lines, and a note that says why. Line endings alone are no change to a reader. */
export async function describeChange(content: ChangedContent): Promise<ShownChange> {
  const { path, before, after, timeoutMs, maxChars } = content;
  const { describeDiff } = await import("@toolplane/tools");
  const kind = before === null ? "created" : after === null ? "removed" : "changed";
  const [old, now] = await readSides([before, after], path);
  if ("told" in old || "told" in now)
    return { path, kind, added: 0, removed: 0, diff: "", note: noteOf(old, now) };
  const { text, added, removed } = describeDiff(old.text, now.text, {
    from: path,
    to: path,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxChars === undefined ? {} : { maxChars }),
  });
  if (text === "" && before !== null && after !== null)
    return { path, kind, added, removed, diff: "", note: "only line ends or the encoding changed" };
  const encoding = now.encoding ?? old.encoding;
  const note = encoding === UTF_8 || encoding === null ? {} : { note: `read as ${encoding}` };
  return { path, kind, added, removed, diff: text, ...note };
}

/** A text and how it was stored, null for no file; or words about what is no text. */
type ReadText = { readonly text: string; readonly encoding: string | null } | Told;
type Told = { readonly told: string };

const UTF_8 = "utf-8";
/** Any bytes are a text in it: what is no text by its control characters never comes to that. */
const LATIN = "windows-1252";

/** An older encoding is a guess. Where the guesses about the two sides differ, both are read alike. */
async function readSides(
  sides: readonly [Side, Side],
  path: string,
): Promise<readonly [ReadText, ReadText]> {
  const old = await readSide(sides[0], path);
  const now = await readSide(sides[1], path);
  if ("told" in old || "told" in now || old.encoding === null || now.encoding === null)
    return [old, now];
  const isKnown = [old, now].some(({ encoding }) => encoding?.startsWith("utf-16") === true);
  if (old.encoding === now.encoding || isKnown) return [old, now];
  return [asLatin(sides[0] as Uint8Array), asLatin(sides[1] as Uint8Array)];
}

async function readSide(side: Side, path: string): Promise<ReadText> {
  if (side === null) return { text: "", encoding: null };
  if ("told" in side) return side;
  const { decodeText } = await import("@toolplane/tools");
  try {
    const { text, form } = await decodeText(side, path);
    return { text: text.replaceAll("\r\n", "\n"), encoding: form.encoding };
  } catch {
    return side.some(isControl) ? { told: `not text, ${formatBytes(side.length)}` } : asLatin(side);
  }
}

function asLatin(bytes: Uint8Array): ReadText & { readonly text: string } {
  const text = new TextDecoder(LATIN).decode(bytes);
  return { text: text.replaceAll("\r\n", "\n"), encoding: LATIN };
}

/** True for a byte that no text holds: control characters but tab, line breaks, form feed and escape. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x1b && (byte < 0x09 || byte > 0x0d);
}

function noteOf(...[old, now]: readonly [ReadText, ReadText]): string {
  const words = (side: ReadText): string | null =>
    "told" in side ? side.told : side.encoding === null ? null : "text";
  const before = words(old);
  const after = words(now);
  if (before === null || after === null) return after ?? before ?? "";
  return `${after}; before: ${before}`;
}
