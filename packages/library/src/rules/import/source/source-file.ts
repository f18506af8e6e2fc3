/** A file of another program. */

export interface SourceFile {
  readonly file: string;
  readonly text: string;
  /** True: it belongs to the person, not to the project. */
  readonly isPersonal: boolean;
}

/** Folders that its patterns may refer to. */
export interface SourceOptions {
  readonly home: string;
  readonly workspace: string | null;
}
