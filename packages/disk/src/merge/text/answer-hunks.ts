import { ToolError } from "@toolplane/contract";
import type { MergePiece, TextSides } from "../lines/merge-lines.ts";
import type { TextMerge } from "./text-merge.ts";

/** A person's answer to a hunk: one of its versions, or a text of their own. */
export type HunkAnswer = "base" | "ours" | "theirs" | { readonly text: string };

/** The file that comes of a conflict with an answer for each hunk, in their order. */
export function answerHunks(
  { pieces, hunks }: Extract<TextMerge, { readonly kind: "conflict" }>,
  answers: readonly HunkAnswer[],
): Uint8Array {
  if (answers.length !== hunks.length || hunks.length === 0)
    throw new ToolError(
      "invalid_input",
      hunks.length === 0
        ? "This file has no hunks; take one version of it"
        : `There are ${hunks.length} hunks and ${answers.length} answers`,
    );
  const left = [...answers];
  return Buffer.concat(
    pieces.map((piece, index) => {
      const answer = piece.kind === "open" ? left.shift() : undefined;
      if (piece.kind === "agreed" || answer === undefined) return contentOf(piece);
      return answered(piece, { answer, isLast: index === pieces.length - 1 });
    }),
  );
}

function contentOf(piece: MergePiece): Uint8Array {
  return piece.kind === "agreed" ? piece.bytes : piece.ours;
}

function answered(
  sides: TextSides,
  { answer, isLast }: { readonly answer: HunkAnswer; readonly isLast: boolean },
): Uint8Array {
  if (typeof answer === "string") return sides[answer];
  // A text typed without a last newline would run into the line below.
  const isCut = !isLast && answer.text !== "" && !answer.text.endsWith("\n");
  return Buffer.from(isCut ? `${answer.text}\n` : answer.text);
}
