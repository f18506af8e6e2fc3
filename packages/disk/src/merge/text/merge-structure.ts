import type { MergePiece } from "../lines/merge-lines.ts";
import { importReader, mergeImports, type TextPiece } from "../structure/merge-imports.ts";
import { mergeJson } from "../structure/merge-json.ts";

const JSON_NAME = /\.jsonc?$/i;

/**
 * Closes every open piece by what the text means, as far as we know that of a file of this name. It is all or nothing: one answer may
 * depend on the other. Null: a person is needed.
 */
export async function mergeStructure(
  pieces: readonly MergePiece[],
  path: string,
): Promise<Uint8Array | null> {
  const read = importReader(path);
  if (read === null && !JSON_NAME.test(path)) return null;
  const texts = decodeAll(pieces);
  if (texts === null || mixesLineEnds(texts)) return null;
  const merged =
    read === null
      ? await mergeJson({
          base: version(texts, "base"),
          ours: version(texts, "ours"),
          theirs: version(texts, "theirs"),
        })
      : mergeImports(texts, read);
  return merged === null ? null : Buffer.from(merged);
}

/** Null when one of the pieces is not UTF-8. A byte order mark stays a character. */
function decodeAll(pieces: readonly MergePiece[]): readonly TextPiece[] | null {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array): string => decoder.decode(bytes);
  try {
    return pieces.map((piece) =>
      piece.kind === "agreed"
        ? decode(piece.bytes)
        : { base: decode(piece.base), ours: decode(piece.ours), theirs: decode(piece.theirs) },
    );
  } catch {
    return null;
  }
}

function version(pieces: readonly TextPiece[], side: "base" | "ours" | "theirs"): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece[side])).join("");
}

/** True when text of one side with CRLF would go between lines of the other that end without. */
function mixesLineEnds(pieces: readonly TextPiece[]): boolean {
  const all = (["base", "ours", "theirs"] as const).map((side) => version(pieces, side)).join("\n");
  return all.includes("\r") && /[^\r\n]\n/.test(all);
}
