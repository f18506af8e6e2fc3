/** What a client wants called. */
export interface CallParams {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
