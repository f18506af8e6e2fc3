/**
 * The credentials of one session. Commands have placeholders, which are random and say nothing. A placeholder that stands where its
 * credential belongs is exchanged for the value; anywhere else the request is refused, because a person should hear of it.
 */
import { randomBytes } from "node:crypto";
import { ConfigurationError, type NetTarget, ToolError } from "@toolplane/contract";
import type { HeaderPairs, RelayedRequest } from "@toolplane/disk/net";
import type { Credential } from "./credential.ts";
import { isInScope, isScopeHost, readScope, type Scope } from "./read-scope.ts";

export interface SessionCredentials {
  /** The variables of commands. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** True where a request to the host may need one. */
  isFor(target: Pick<NetTarget, "host" | "port">): boolean;
  /** The request with the values in it, and those values in every form that they have there. Throws for a wrong place. */
  put(request: RelayedRequest): {
    readonly request: RelayedRequest;
    readonly values: readonly string[];
  };
}

interface Held extends Credential {
  readonly scopes: readonly Scope[];
  readonly placeholder: string;
}

const PLACEHOLDER_BYTES = 24;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
/** Anything else could end a header and begin another. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export function createSessionCredentials(given: readonly Credential[]): SessionCredentials {
  const held = given.map(hold);
  return {
    placeholders: Object.fromEntries(held.map(({ name, placeholder }) => [name, placeholder])),
    isFor: (target) =>
      held.some(({ scopes }) => scopes.some((scope) => isScopeHost(scope, target))),
    put(request) {
      if (held.length === 0) return { request, values: [] };
      refuseSigned(held, request);
      const values: string[] = [];
      const headers = request.headers.map((pair) => {
        const put = putIn(pair, { held, target: request.target });
        values.push(...put.values);
        return put.pair;
      });
      const left = strayIn(held, { ...request, headers });
      if (left !== undefined) throw misplaced(left, request.target);
      return { request: { ...request, headers }, values };
    },
  };
}

/** Checks a credential before any session has it. */
function hold(credential: Credential): Held {
  const { name, value } = credential;
  const where = `secrets.${NAME.test(name) ? name : "?"}`;
  if (!NAME.test(name)) throw new ConfigurationError(where, "must be the name of a variable");
  if (!VALUE.test(value))
    throw new ConfigurationError(
      where,
      "its value is empty, or holds what no header can: line breaks say",
    );
  const scopes = credential.for.map(readScope);
  if (scopes.length === 0 || scopes.includes(null))
    throw new ConfigurationError(
      where,
      '"for" must be a list of hosts, such as "api.example.com" or "GET api.example.com/v1/**"',
    );
  const placeholder = `placeholder-${randomBytes(PLACEHOLDER_BYTES).toString("hex")}`;
  return { ...credential, scopes: scopes.filter((scope) => scope !== null), placeholder };
}

interface Putting {
  readonly held: readonly Held[];
  readonly target: NetTarget;
}

/** Exchanges a placeholder that is all of what belongs there. */
function putIn(
  pair: readonly [string, string],
  { held, target }: Putting,
): { readonly pair: readonly [string, string]; readonly values: readonly string[] } {
  const [name, text] = pair;
  for (const one of held) {
    if (!one.scopes.some((scope) => isInScope(scope, target))) continue;
    const value = placed(one, name.toLowerCase(), text);
    if (value === null) continue;
    // A server may repeat it as it was sent.
    const coded = one.as === "basic" ? [value.slice(value.indexOf(" ") + 1)] : [];
    return { pair: [name, value], values: [one.value, ...coded] };
  }
  return { pair, values: [] };
}

/** The header's new value; null where the placeholder does not stand in it as it must. */
function placed({ as, placeholder, value }: Held, header: string, text: string): string | null {
  if (typeof as === "object")
    return header === as.header.toLowerCase() && text === placeholder ? value : null;
  if (header !== "authorization") return null;
  const [, scheme = "", rest = ""] = /^(\w+) +(\S+)$/.exec(text) ?? [];
  if (as === "bearer")
    return /^(?:bearer|token)$/i.test(scheme) && rest === placeholder ? `${scheme} ${value}` : null;
  const user = /^basic$/i.test(scheme) ? Buffer.from(rest, "base64").toString("latin1") : "";
  const parts = user.split(":");
  if (parts.length !== 2 || !parts.includes(placeholder)) return null;
  const filled = parts.map((part) => (part === placeholder ? value : part)).join(":");
  return `${scheme} ${Buffer.from(filled, "latin1").toString("base64")}`;
}

/** A credential whose placeholder stands in the URL or a header, as it is or as the text of a Basic authorization. */
function strayIn(
  held: readonly Held[],
  { url, headers }: { readonly url: URL; readonly headers: HeaderPairs },
): Held | undefined {
  const decoded = headers.flatMap(([, text]) => {
    const [, coded] = /^basic +(\S+)$/i.exec(text) ?? [];
    return coded === undefined ? [] : [Buffer.from(coded, "base64").toString("latin1")];
  });
  const texts = [url.href, unescaped(url.href), ...headers.flat(), ...decoded];
  return held.find(({ placeholder }) => texts.some((text) => text.includes(placeholder)));
}

function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The signature is in a header, or in the query of an address that was signed beforehand. */
function refuseSigned(held: readonly Held[], { headers, target, url }: RelayedRequest): void {
  const given = headers.flatMap(([name, text]) =>
    name.toLowerCase() === "authorization" ? [text] : [],
  );
  const named = [...url.searchParams].flatMap(([name, text]) =>
    /^x-amz-algorithm$/i.test(name) ? [text] : [],
  );
  const signed = [...given, ...named].some((text) => /^AWS4-/i.test(text));
  const concerned = held.find(({ scopes }) => scopes.some((scope) => isScopeHost(scope, target)));
  if (signed && concerned !== undefined)
    throw new ToolError(
      "permission_denied",
      `${concerned.name} cannot be put into a signed request (AWS4-HMAC-SHA256): the signature is made from the secret itself, which no command has.`,
    );
}

export function misplaced({ name }: Pick<Held, "name">, { host }: NetTarget): ToolError {
  return new ToolError(
    "permission_denied",
    `${name} stands where it does not belong: it is put only into the requests and the header that it is for, and this one to ${host} is none.`,
  );
}
