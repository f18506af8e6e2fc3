/** Puts credentials at their places. */
import type { NoteBook } from "../document/note-book.ts";
import type { AppliedCredential, CredentialSource } from "./applied-credential.ts";
import { createCredentialSource } from "./create-credential-source.ts";
import type { UsableCredential } from "./credential.ts";
import type { SecurityScheme } from "./security-scheme.ts";

export interface MakerInput {
  readonly now?: () => number;
  readonly notes: NoteBook;
  /** The API's own origin. */
  readonly home: string | null;
}

/** Null where the credential is missing or cannot be used. */
export type MakeCredential = (
  credential: UsableCredential | undefined,
  scheme: SecurityScheme | null,
) => AppliedCredential | null;

/** Makes applied credentials, each source once: a token is shared by all operations. */
export function createCredentialMaker({ now, notes, home }: MakerInput): MakeCredential {
  const sources = new Map<UsableCredential, CredentialSource>();
  const sourceOf = (credential: UsableCredential, scheme: SecurityScheme | null) => {
    const known = sources.get(credential);
    if (known !== undefined) return known;
    const tokenUrl =
      credential.type === "oauth2" ? believedTokenUrl(credential.tokenUrl, scheme, home) : null;
    if (credential.type === "oauth2" && tokenUrl === null) {
      notes.add(
        "The description's token address is missing, or not on the API's own origin, so it is not used. Give tokenUrl.",
      );
      return null;
    }
    const source = createCredentialSource({
      credential,
      tokenUrl,
      ...(now ? { now } : {}),
    });
    sources.set(credential, source);
    return source;
  };
  return (
    credential: UsableCredential | undefined,
    scheme: SecurityScheme | null,
  ): AppliedCredential | null => {
    if (credential === undefined) return null;
    const source = sourceOf(credential, scheme);
    if (source === null) return null;
    const { type: kind } = credential;
    if (credential.type !== "apiKey")
      return { kind, place: "header", name: "authorization", source };
    const name = credential.name ?? scheme?.name ?? "";
    const place = credential.in ?? scheme?.place ?? "header";
    if (name === "" || (place === "header" && !/^[!#$%&'*+.^_`|~A-Za-z0-9-]+$/.test(name)))
      return null;
    return { kind, place, name: place === "header" ? name.toLowerCase() : name, source };
  };
}

function believedTokenUrl(
  given: string | undefined,
  scheme: SecurityScheme | null,
  home: string | null,
): string | null {
  if (given !== undefined) return given;
  const url = scheme?.tokenUrl && home !== null ? URL.parse(scheme.tokenUrl, home) : null;
  return url !== null && url.origin === home ? url.href : null;
}
