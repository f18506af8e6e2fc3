/** A person must sign in, or did and was not accepted: trying again by itself does not help. */
export class SignInNeeded extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "SignInNeeded";
  }
}
