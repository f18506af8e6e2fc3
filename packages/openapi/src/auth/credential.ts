/**
 * Credentials that a person or program gives so that calls are let in. They are given to this package only: no schema,
 * description, result, error or record holds any of them. A function is called for each call, so a secret may change,
 * and may be read at the last moment.
 */
export type Secret = string | (() => string | Promise<string>);

export interface BearerCredential {
  readonly type: "bearer";
  readonly token: Secret;
}

export interface BasicCredential {
  readonly type: "basic";
  readonly username: string;
  readonly password: Secret;
}

/** `user:password` in one text. */
export interface LoginCredential {
  readonly type: "basic";
  readonly login: Secret;
}

/** One text, used as what the description asks for: a token, a key, or `user:password`. A token wherever there is a choice. */
export interface SecretCredential {
  readonly type: "secret";
  readonly value: Secret;
}

/** Where the key goes is what the description says, unless it is said here. */
export interface ApiKeyCredential {
  readonly type: "apiKey";
  readonly value: Secret;
  readonly in?: "header" | "query" | "cookie";
  readonly name?: string;
}

/** OAuth client credentials. The token is fetched through the same door as every call, and kept until it ends. */
export interface ClientCredential {
  readonly type: "oauth2";
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Needed where the description names a token address on another origin than the API: it is not believed then. */
  readonly tokenUrl?: string;
  readonly scopes?: readonly string[];
}

/** A credential that can be put on a request. */
export type UsableCredential =
  | BearerCredential
  | BasicCredential
  | LoginCredential
  | ApiKeyCredential
  | ClientCredential;

export type Credential = UsableCredential | SecretCredential;
