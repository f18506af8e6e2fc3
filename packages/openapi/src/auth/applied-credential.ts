/** A credential at its place in a request. */
import type { NetDoor } from "@toolplane/contract";

/** The text that goes out, and everything in it that must not be shown again. */
export interface CredentialText {
  readonly text: string;
  readonly secrets: readonly string[];
}

export interface CredentialSource {
  get(net: NetDoor): Promise<CredentialText>;
  /** Called when the API refused it; true when another try may have another outcome. */
  renew(): boolean;
  /** Where a token is fetched, if one is. */
  readonly tokenUrl: string | null;
}

/** The use of a credential; `header`: a header that was given with its name. */
export type CredentialKind = "bearer" | "basic" | "apiKey" | "oauth2" | "header";

export interface AppliedCredential {
  readonly kind: CredentialKind;
  readonly place: "header" | "query" | "cookie";
  readonly name: string;
  readonly source: CredentialSource;
}
