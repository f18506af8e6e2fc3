/**
 * Questions about code, answered by language servers. Who asks hands in the text of the file as a door gave it; where an answer
 * points is for the one who asked to check again, because a server may say anything.
 */

/** Lines and characters are counted from 0, characters in UTF-16, as the protocol does. */
export interface CodePlace {
  readonly line: number;
  readonly character: number;
}

/** A place in a file, by its absolute path. */
export interface CodeLocation extends CodePlace {
  readonly path: string;
}

/** A name that a file defines; `depth` says how far inside of others. */
export interface CodeSymbol extends CodePlace {
  readonly name: string;
  readonly kind: string;
  readonly depth: number;
}

export interface CodeDiagnostic extends CodePlace {
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  /** Names who says so, and by which number. */
  readonly source: string;
}

/** A change that a rename would make; nothing is written. */
export interface CodeEdit extends CodeLocation {
  readonly endLine: number;
  readonly endCharacter: number;
  readonly text: string;
}

export type LanguageQuestion =
  | { readonly about: "definition" | "references" | "hover"; readonly at: CodePlace }
  | { readonly about: "rename"; readonly at: CodePlace; readonly newName: string }
  | { readonly about: "symbols" }
  | { readonly about: "diagnostics" };

export type LanguageAnswer =
  | { readonly kind: "locations"; readonly locations: readonly CodeLocation[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "symbols"; readonly symbols: readonly CodeSymbol[] }
  | { readonly kind: "diagnostics"; readonly diagnostics: readonly CodeDiagnostic[] }
  | { readonly kind: "edits"; readonly edits: readonly CodeEdit[] };

export interface LanguageRequest {
  readonly question: LanguageQuestion;
  /** The file, as for the file door. */
  readonly path: string;
  /** Its content now. */
  readonly text: string;
  readonly signal: AbortSignal;
}

/** A file that a tool has changed. */
export interface ChangedText {
  readonly path: string;
  /** Null for a new file, and where the content before was not read. */
  readonly before: string | null;
  readonly after: string;
}

export interface FileDiagnostics {
  readonly path: string;
  readonly diagnostics: readonly CodeDiagnostic[];
}

/** Port: implemented where programs can be started. */
export interface LanguageService {
  /** Rejects with a ToolError: `unavailable` where no server is for this file or it does not work, `timeout` when it does not answer. */
  ask(request: LanguageRequest): Promise<LanguageAnswer>;
  /**
   * There where a person wants diagnostics after a change: errors and warnings that were not there before. Settles within the
   * time that they gave, with what is known by then; never rejects.
   */
  check?(files: readonly ChangedText[], signal: AbortSignal): Promise<readonly FileDiagnostics[]>;
}
