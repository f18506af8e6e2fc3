import type { JsonObject } from "@toolplane/contract";

/** One query and what ripgrep found: for each file how many lines, or which. */
export interface GrepRow {
  readonly id: string;
  readonly pattern: string;
  readonly glob?: string;
  readonly path?: string;
  readonly ignoreCase?: boolean;
  readonly fixed?: boolean;
  readonly multiline?: boolean;
  readonly files: Readonly<Record<string, number | readonly number[]>>;
}

/** The query as arguments of the tool. Across lines, ripgrep's dot stops at a line break unless an option says otherwise. */
export function queryArguments(row: GrepRow): JsonObject {
  const { glob, path, ignoreCase, multiline } = row;
  const plain = row.fixed ? row.pattern.replace(/[\\.*+?()[\]{}|^$#&~-]/g, "\\$&") : row.pattern;
  return {
    pattern: multiline && !row.fixed ? `(?-s)${plain}` : plain,
    ...(glob === undefined || glob === null ? {} : { glob }),
    ...(path === undefined || path === null || path === "" ? {} : { path }),
    ...(ignoreCase ? { ignore_case: true } : {}),
    ...(multiline ? { multiline: true } : {}),
  };
}
