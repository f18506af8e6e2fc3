/** The call that a client wants. */
export interface CallParams {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
