/** A file by which a program runs code on its own. The pattern is relative to any folder: `*` stays in a name, a last `**` is all below. */
export interface ProtectedFile {
  readonly pattern: string;
  readonly why: string;
}
