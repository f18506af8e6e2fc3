/**
 * Reads a file that defines something by its name: front matter and a text. Front matter that says what is not understood leaves
 * the file out: other programs narrow a thing there, and a restriction that was not understood would be none.
 */
import { stripHidden, stripToLine } from "@toolplane/readings";
import { decodeText } from "./decode-text.ts";
import { type FrontMatter, readFrontMatter } from "./read-front-matter.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

export type Definition =
  | {
      readonly ok: true;
      /** Null where it has none. */
      readonly front: FrontMatter | null;
      readonly body: string;
    }
  | { readonly ok: false; readonly reason: string };

const MAX_NAME = 64;

/** Reads it. `name` is the file's, without its ending. */
export function readDefinition(
  bytes: Uint8Array,
  {
    name,
    isName,
    known,
  }: { readonly name: string; readonly isName: RegExp; readonly known: ReadonlySet<string> },
): Definition {
  const text = decodeText(bytes, "utf-8");
  if (text === null) return leftOut("it is not a text in UTF-8");
  if (!isName.test(name) || name.length > MAX_NAME)
    return leftOut("its name is not of small letters, digits and single hyphens");
  const split = splitFrontMatter(stripHidden(text).text);
  if (split.kind === "broken") return leftOut(split.reason);
  const body = split.body.trim();
  if (split.kind === "none") return { ok: true, front: null, body };
  const front = readFrontMatter(split.front);
  if (!front.ok) return leftOut(front.reason);
  const unknown = Object.keys(front.value).find((key) => !known.has(key));
  if (unknown !== undefined)
    return leftOut(
      `its front matter says "${stripToLine(unknown).slice(0, 40)}", which means nothing here`,
    );
  if (front.value.name !== undefined && front.value.name !== name)
    return leftOut("its name is not its file's");
  return { ok: true, front: front.value, body };
}

/** The reading of a file that is not used. */
export function leftOut(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
