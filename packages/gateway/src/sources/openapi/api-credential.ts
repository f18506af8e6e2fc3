/** The credential that a person gave for an API, as its tools use it. Values are read at each call, and never shown. */
import { ToolError } from "@toolplane/contract";
import type { Credential, Secret, UsableCredential } from "@toolplane/openapi";
import type { SourceApi, SourceValue } from "../list/source.ts";
import { readSourceValues } from "../start/source-values.ts";
import { type AuthKind, splitAuth } from "../start/split-auth.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface ApiCredential {
  /** For reading a description: what operations want is met by it. Undefined: nothing was given. */
  readonly auth: Credential | undefined;
  /** For a definition that says what it is used as; null: that is not what was given. */
  readonly use: (kind: UsableCredential["type"]) => UsableCredential | null;
  readonly headers: Readonly<Record<string, Secret>>;
}

export function apiCredential(api: SourceApi, environment: Environment): ApiCredential {
  const { kind, text } = splitAuth(api.auth ?? "");
  const value = secretOf("auth", text, environment);
  const use = (wanted: UsableCredential["type"]): UsableCredential | null => {
    const isGiven = api.auth !== undefined && (kind === null || typeOf(kind) === wanted);
    return isGiven
      ? usable(wanted, { value, client: () => clientOf(text, api, environment) })
      : null;
  };
  return {
    auth:
      api.auth === undefined
        ? undefined
        : kind === null
          ? { type: "secret", value }
          : (use(typeOf(kind)) ?? undefined),
    use: (wanted) => (wanted === "oauth2" && kind !== "oauth2" ? null : use(wanted)),
    headers: Object.fromEntries(
      Object.entries(api.headers).map(([name, given]) => [
        name,
        secretOf(name, given, environment),
      ]),
    ),
  };
}

function typeOf(kind: Exclude<AuthKind, null>): UsableCredential["type"] {
  return kind === "key" ? "apiKey" : kind;
}

function usable(
  kind: UsableCredential["type"],
  { value, client }: { readonly value: Secret; readonly client: () => UsableCredential },
): UsableCredential {
  if (kind === "oauth2") return client();
  if (kind === "apiKey") return { type: "apiKey", value };
  return kind === "basic" ? { type: "basic", login: value } : { type: "bearer", token: value };
}

/** `id:secret`. */
function clientOf(
  text: SourceValue,
  { tokenUrl }: SourceApi,
  environment: Environment,
): UsableCredential {
  const { auth: whole = "" } = readSourceValues({ auth: text }, environment).values;
  const at = whole.indexOf(":");
  const secret = secretOf("auth", text, environment);
  return {
    type: "oauth2",
    clientId: at < 0 ? whole : whole.slice(0, at),
    clientSecret: async () => {
      const now = typeof secret === "function" ? await secret() : secret;
      return now.slice(now.indexOf(":") + 1);
    },
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  };
}

function secretOf(name: string, given: SourceValue, environment: Environment): Secret {
  return () => {
    const { values, unset } = readSourceValues({ [name]: given }, environment);
    if (unset.length === 0) return values[name] ?? "";
    const variable = given.replace(/^.*env:([A-Za-z_][A-Za-z0-9_]*).*$/s, "$1");
    throw new ToolError(
      "unavailable",
      `The variable ${variable} is not set, and this API needs it. The person who added the API has to set it.`,
    );
  };
}
