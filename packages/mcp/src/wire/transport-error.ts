/**
 * A connection that cannot be used. It becomes a state of the upstream or a result of a call; it does not leave the
 * package.
 */
export class TransportError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "TransportError";
  }
}
