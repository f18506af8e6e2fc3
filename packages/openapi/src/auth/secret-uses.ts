/** Uses a text of unknown kind as what a scheme asks for. */
import type { Credential, SecretCredential, UsableCredential } from "./credential.ts";
import type { SecurityScheme } from "./security-scheme.ts";

type Scheme = Pick<SecurityScheme, "kind" | "name"> | null;

/** Makes the uses; the same one each time, so that what is fetched for it is shared. */
export function createSecretUses(): (given: Credential, scheme: Scheme) => UsableCredential {
  const known = new Map<SecretCredential, Map<string, UsableCredential>>();
  return (given, scheme) => {
    if (given.type !== "secret") return given;
    const uses = known.get(given) ?? new Map<string, UsableCredential>();
    known.set(given, uses);
    const kind = useFor(scheme);
    const made = uses.get(kind) ?? usedAs(given, kind);
    uses.set(kind, made);
    return made;
  };
}

/** A sign-in page gives out a token, and a key that is called authorization is one too. */
function useFor(scheme: Scheme): "bearer" | "basic" | "apiKey" {
  if (scheme?.kind === "basic") return "basic";
  const isKey = scheme?.kind === "apiKey" && scheme.name.toLowerCase() !== "authorization";
  return isKey ? "apiKey" : "bearer";
}

function usedAs(
  { value }: SecretCredential,
  kind: "bearer" | "basic" | "apiKey",
): UsableCredential {
  if (kind === "apiKey") return { type: "apiKey", value };
  return kind === "basic" ? { type: "basic", login: value } : { type: "bearer", token: value };
}

const ORDER: readonly SecurityScheme["kind"][] = ["bearer", "oauth2", "apiKey", "basic", "other"];

/** Where an API takes a token or a password, a text of which nothing more is known is the token. */
export function tokensFirst(
  alternatives: readonly (readonly SecurityScheme[])[],
): readonly (readonly SecurityScheme[])[] {
  const rank = ([first]: readonly SecurityScheme[]) => ORDER.indexOf(first?.kind ?? "other");
  return [...alternatives].sort((left, right) => rank(left) - rank(right));
}
