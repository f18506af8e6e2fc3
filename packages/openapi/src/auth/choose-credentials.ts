/**
 * Chooses the credentials that go with an operation. The first of the alternatives that the description names and that
 * can be met; where it names none at all, the one credential that was given.
 *
 * A description is a stranger's: an operation of it may name another server than the rest. A credential goes only to
 * the API's own origin, and to those that its giver has named.
 */
import { ConfigurationError } from "@toolplane/contract";
import type { NoteBook } from "../document/note-book.ts";
import type { OpenApiDocument } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import { isSpecObject, memberOf, type SpecObject } from "../document/spec-value.ts";
import type { AppliedCredential } from "./applied-credential.ts";
import type { Credential, Secret } from "./credential.ts";
import { createCredentialMaker } from "./credential-maker.ts";
import { headerSource } from "./header-source.ts";
import { createSecretUses, tokensFirst } from "./secret-uses.ts";
import { readSecuritySchemes, type SecurityScheme } from "./security-scheme.ts";

export interface AuthOptions {
  /** For every operation that wants one. */
  readonly auth?: Credential;
  /** By the description's own names of its schemes; these come first. */
  readonly credentials?: Readonly<Record<string, Credential>>;
  /** Headers for every request to the API's own origin; like credentials, no model sees them. */
  readonly headers?: Readonly<Record<string, Secret>>;
  /** Further origins that credentials may go to, such as `https://uploads.example.com`. */
  readonly authOrigins?: readonly string[];
  /** Wall time in milliseconds, to know when a token ends. Without it a token is renewed when the API refuses it. */
  readonly now?: () => number;
}

export interface CredentialChoice {
  readonly applied: readonly AppliedCredential[];
  /** Parameters that credentials fill in, or would: no argument of a tool. */
  readonly hidden: readonly { readonly place: string; readonly name: string }[];
}

export interface ChoosingInput {
  readonly document: OpenApiDocument;
  readonly resolve: Resolve;
  readonly options: AuthOptions;
  readonly notes: NoteBook;
  /** The API's own origin; null when the description names no server of its own. */
  readonly home: string | null;
}

export type ChooseCredentials = (
  operation: SpecObject,
  target: { readonly title: string; readonly origin: string },
) => CredentialChoice;

const TYPES: readonly unknown[] = ["bearer", "basic", "apiKey", "oauth2", "secret"];

export function createCredentialChoice(input: ChoosingInput): ChooseCredentials {
  const { document, resolve, options, notes, home } = input;
  checkOptions(options);
  const schemes = readSecuritySchemes(document, resolve);
  const { now } = options;
  const make = createCredentialMaker({ notes, home, ...(now ? { now } : {}) });
  const fixed = fixedHeaders(options.headers ?? {});
  const origins = new Set([...(home === null ? [] : [home]), ...(options.authOrigins ?? [])]);
  const isGiven = options.auth !== undefined || options.credentials !== undefined;
  const useAs = createSecretUses();
  const known = new Map<unknown, Alternatives | null>();
  const meet = (needed: readonly SecurityScheme[]): readonly AppliedCredential[] | null => {
    // One text cannot be two credentials.
    const { auth } = options;
    const shared = auth?.type === "secret" && needed.length > 1 ? undefined : auth;
    const applied = needed.map((scheme) => {
      const own = ownCredential(options, scheme.id);
      const given = own === undefined ? fitting(shared, scheme) : own;
      return make(given && useAs(given, scheme), scheme);
    });
    return applied.every((one) => one !== null) ? applied : null;
  };
  const whole = (): readonly AppliedCredential[] => {
    const applied = make(options.auth && useAs(options.auth, null), null);
    return applied === null ? [] : [applied];
  };
  return (operation, { title, origin }) => {
    const own = memberOf(operation, "security");
    const wanted = Array.isArray(own) ? own : memberOf(document.root, "security");
    const read = known.has(wanted)
      ? (known.get(wanted) ?? null)
      : readAlternatives(wanted, schemes);
    known.set(wanted, read);
    const alternatives = read && options.auth?.type === "secret" ? tokensFirst(read) : read;
    const named = alternatives?.flat() ?? [];
    const met = alternatives?.map(meet).find((applied) => applied !== null && applied.length > 0);
    const isOpen = alternatives?.some((needed) => needed.length === 0) ?? false;
    const chosen = met ?? (alternatives === null || !isOpen ? whole() : []);
    const applied = [...fixed, ...chosen];
    const hidden = [...named.filter(({ kind }) => kind === "apiKey"), ...applied].map(
      ({ place, name }) => ({ place, name }),
    );
    if (applied.length > 0 && !origins.has(origin)) {
      notes.add(
        `No credential goes to ${origin}, which ${title} names: it is not the API's own origin. Name it in authOrigins if it is meant.`,
      );
      return { applied: [], hidden };
    }
    if (chosen.length === 0 && named.length > 0 && !isOpen)
      notes.add(
        isGiven
          ? `No credential that was given fits ${names(named)}.`
          : `Operations want a credential (${names(named)}), and none was given.`,
      );
    return { applied, hidden };
  };
}

function fixedHeaders(headers: Readonly<Record<string, Secret>>): readonly AppliedCredential[] {
  return Object.entries(headers).map(([name, secret]) => {
    if (!/^[!#$%&'*+.^_`|~A-Za-z0-9-]+$/.test(name))
      throw new ConfigurationError("headers", `${JSON.stringify(name.slice(0, 60))} is no header`);
    return {
      kind: "header",
      place: "header",
      name: name.toLowerCase(),
      source: headerSource(secret),
    };
  });
}

function names(schemes: readonly SecurityScheme[]): string {
  return [...new Set(schemes.map(({ id, kind }) => `${id.slice(0, 60)}: ${kind}`))]
    .slice(0, 8)
    .join(", ");
}

type Alternatives = readonly (readonly SecurityScheme[])[];

/** More ways in than an API offers, and more credentials at once than one asks for. */
const MAX_ALTERNATIVES = 50;
const MAX_TOGETHER = 10;

/** Null when the description says nothing of security. */
function readAlternatives(
  wanted: unknown,
  schemes: ReadonlyMap<string, SecurityScheme>,
): Alternatives | null {
  if (!Array.isArray(wanted)) return null;
  if (wanted.length === 0) return [[]];
  return wanted
    .slice(0, MAX_ALTERNATIVES)
    .filter(isSpecObject)
    .filter((alternative) => Object.keys(alternative).length <= MAX_TOGETHER)
    .map((alternative) =>
      Object.keys(alternative).map(
        (id) => schemes.get(id) ?? { id, kind: "other", place: "header", name: "", tokenUrl: null },
      ),
    );
}

function ownCredential({ credentials }: AuthOptions, id: string): Credential | undefined {
  return credentials !== undefined && Object.hasOwn(credentials, id) ? credentials[id] : undefined;
}

/** The one credential, where its kind is what the scheme asks for. A token serves wherever a scheme takes a token. */
function fitting(
  credential: Credential | undefined,
  { kind, name }: SecurityScheme,
): Credential | undefined {
  if (credential === undefined) return undefined;
  if (kind === credential.type) return credential;
  if (credential.type === "secret") return kind === "other" ? undefined : credential;
  const isToken = credential.type === "bearer" || credential.type === "oauth2";
  if (isToken && (kind === "bearer" || kind === "oauth2")) return credential;
  return isToken && kind === "apiKey" && name.toLowerCase() === "authorization"
    ? credential
    : undefined;
}

function checkOptions({ auth, credentials, authOrigins }: AuthOptions): void {
  for (const credential of [auth, ...Object.values(credentials ?? {})]) {
    if (credential === undefined) continue;
    if (!TYPES.includes(credential.type))
      throw new ConfigurationError("auth", `type must be one of ${TYPES.join(", ")}`);
    const tokenUrl = credential.type === "oauth2" ? credential.tokenUrl : undefined;
    if (tokenUrl !== undefined && !/^https?:$/.test(URL.parse(tokenUrl)?.protocol ?? ""))
      throw new ConfigurationError("auth", "tokenUrl is not an http or https address");
  }
  for (const origin of authOrigins ?? [])
    if (URL.parse(origin)?.origin !== origin)
      throw new ConfigurationError(
        "authOrigins",
        `${JSON.stringify(origin.slice(0, 100))} is not an origin such as https://api.example.com`,
      );
}
