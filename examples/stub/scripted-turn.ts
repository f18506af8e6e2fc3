/** What a scripted model says in one turn: words, or tool calls. */
export type ScriptedTurn = string | readonly ScriptedCall[];

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
