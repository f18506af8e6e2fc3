/** The state of a path in one version. A rename is an absent path and a new one. */
export type PathSide =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly isExecutable: boolean }
  /** A file that is too large to be read; `digest` is equal for equal contents. */
  | { readonly kind: "large"; readonly digest: string; readonly isExecutable: boolean }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory" }
  /** A repository inside the repository, as the commit that is recorded of it. */
  | { readonly kind: "submodule"; readonly commit: string };

export interface PathSides {
  readonly base: PathSide;
  readonly ours: PathSide;
  readonly theirs: PathSide;
}

export function sameSide(one: PathSide, other: PathSide): boolean {
  return sameContent(one, other) && modeOf(one) === modeOf(other);
}

/** Without the executable bit, which is merged by itself. */
export function sameContent(one: PathSide, other: PathSide): boolean {
  if (one.kind === "file" && other.kind === "file")
    return Buffer.compare(one.bytes, other.bytes) === 0;
  if (one.kind === "large" && other.kind === "large") return one.digest === other.digest;
  if (one.kind === "link" && other.kind === "link") return one.target === other.target;
  if (one.kind === "submodule" && other.kind === "submodule") return one.commit === other.commit;
  return one.kind === other.kind && (one.kind === "absent" || one.kind === "directory");
}

/** Null for what is no file. */
export function modeOf(side: PathSide): boolean | null {
  return side.kind === "file" || side.kind === "large" ? side.isExecutable : null;
}
