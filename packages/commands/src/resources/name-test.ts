import { readNameGlob } from "@toolplane/readings";

/** Which files of a tree are meant: of a path below its root. */
export type NameFilter = (path: string) => boolean;

/** A glob over one name, as these programs read it: a leading dot is nothing special. Null when it says more than that. */
export function nameTest(glob: string): ((name: string) => boolean) | null {
  if (!/^[\w.*?+@%,-]+$/.test(glob)) return null;
  const read = readNameGlob(`x${glob}`);
  return read.ok ? (name) => read.value.test(`x${name}`) : null;
}
