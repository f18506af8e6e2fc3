/** A patch, parsed: what is to happen to each file, in order. Two texts give it, unified diffs and the V4A form. */

export interface PatchLine {
  readonly text: string;
  readonly number: number;
}

/** The `---` and `+++` lines of a diff; null is /dev/null. */
export interface FileNames {
  readonly old: string | null;
  readonly new: string | null;
  readonly at: number;
}

/** One line of a hunk. `unended` marks the last line of a file that has no line break. */
export interface HunkLine {
  readonly kind: "context" | "remove" | "add";
  readonly text: string;
  readonly unended: boolean;
}

/** A hunk of a unified diff; `at` is the line of the patch where it begins, for errors. */
export interface Hunk {
  readonly oldStart: number;
  readonly lines: readonly HunkLine[];
  readonly at: number;
}

/** A chunk of the V4A form: found by its lines, after its anchors. */
export interface Chunk {
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  readonly atEnd: boolean;
  readonly at: number;
}

/** One file's part of a patch. Unified diffs create only what is not there; V4A overwrites, as models know it. */
export type FilePatch =
  | {
      readonly kind: "create";
      readonly path: string;
      readonly content: string;
      readonly mode: number | null;
      readonly overwrites: boolean;
    }
  | { readonly kind: "delete"; readonly path: string; readonly hunks: readonly Hunk[] | null }
  | {
      readonly kind: "update";
      readonly path: string;
      /** Where the file goes; null when it stays. */
      readonly to: string | null;
      /** True for a copy: the source stays where it is. */
      readonly copies: boolean;
      readonly mode: number | null;
      readonly body:
        | { readonly form: "hunks"; readonly hunks: readonly Hunk[] }
        | { readonly form: "chunks"; readonly chunks: readonly Chunk[] };
    };
