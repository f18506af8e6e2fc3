/** A prompt that a person keeps in a file and says by typing `/NAME`. */
export interface PromptCommand {
  /** The file's, without its ending. */
  readonly name: string;
  readonly description: string;
  /** The words behind its name, as its file has them: `FILE`. */
  readonly hint: string;
  readonly body: string;
  readonly place: string;
}

/** Why a file is no command, or not this one. */
export interface PromptNote {
  readonly place: string;
  readonly text: string;
}

export interface PromptIndex {
  readonly commands: readonly PromptCommand[];
  readonly skipped: readonly PromptNote[];
}
