/** Options by which an upstream can prove who it acts for. Without them no credentials are ever sent. */
export interface McpAuth {
  /** Keeps the credentials of this one server. They are never shown, logged or recorded. */
  readonly keeper: CredentialKeeper;
  /** Where the browser is sent back to. */
  readonly redirectUrl: string;
  /**
   * Lets a person sign in: opens the address in a browser and settles with the whole address that the browser was sent
   * back to. Without it a server that wants a sign-in is `unauthorized`. It rejects when no person signs in.
   */
  readonly signIn?: (url: string, signal: AbortSignal) => Promise<string>;
  /** A client that is registered already; without it, one registers itself. */
  readonly client?: { readonly id: string; readonly secret?: string };
  /** An address that describes the client, for servers that take it as its id. */
  readonly clientMetadataUrl?: string;
  /** Asked for where the server names none. */
  readonly scope?: string;
}

/** One secret text; null where there is none. */
export interface CredentialKeeper {
  read(): Promise<string | null>;
  write(secret: string | null): Promise<void>;
}
