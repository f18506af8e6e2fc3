/** The resource of an argument that names a file or a tree. */
import type { FsTarget, Resource } from "@toolplane/contract";

/** The argument, and the analyzer's reading of its path. */
export interface FileArgument extends Pick<FsTarget, "entries"> {
  readonly access: FsTarget["capability"];
  readonly argument: string;
  readonly lexical: string;
  readonly real: string;
  readonly tree?: boolean | undefined;
}

export function fileResource(input: FileArgument): Resource {
  const { access, argument, lexical, real, tree, entries } = input;
  return {
    capability: access,
    path: lexical,
    real,
    ...(tree ? { tree: true } : {}),
    ...(entries ? { entries } : {}),
    origin: "direct",
    via: "argument",
    argument,
  };
}
