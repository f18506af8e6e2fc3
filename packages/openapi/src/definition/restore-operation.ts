/**
 * Makes the tool of a definition that was kept. It sends what the definition says; credentials are put on only where it
 * says so, and only for origins that their giver agreed to.
 */
import { ConfigurationError, type JsonObject, type Tool } from "@toolplane/contract";
import type { AppliedCredential, CredentialSource } from "../auth/applied-credential.ts";
import { createCredentialSource } from "../auth/create-credential-source.ts";
import type { Secret, UsableCredential } from "../auth/credential.ts";
import { headerSource } from "../auth/header-source.ts";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { settleAnswer } from "../response/settle-answer.ts";
import { createToolMaker } from "../tool/create-tool-maker.ts";
import { DEFAULT_LIMITS } from "../tool/run-operation.ts";
import type { DefinedCredential, OperationDefinition } from "./operation-definition.ts";

export interface RestoreOptions {
  /** Where credentials may go, such as `https://api.example.com`. */
  readonly origins: readonly string[];
  /** The credential to use as what a definition says; null: there is none. */
  readonly credential: (kind: UsableCredential["type"]) => UsableCredential | null;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly now?: () => number;
}

/** Makes the tool of a definition, under an id. Throws a ConfigurationError for what is no definition. */
export type RestoreOperation = (kept: JsonObject, id: string) => Tool;

export function createOperationRestorer(options: RestoreOptions): RestoreOperation {
  const apply = createApplier(options);
  const makeTool = createToolMaker({ limits: DEFAULT_LIMITS, settle: settleAnswer });
  return (kept, id) => {
    if (!isDefinition(kept))
      throw new ConfigurationError("OpenAPI operation", "what was kept of it cannot be read");
    const { request, label, description, parameters } = kept;
    const { body } = request;
    const isAgreed = options.origins.includes(request.origin);
    const plan: OperationPlan = {
      ...request,
      body: body && {
        ...body,
        parts: new Map(Object.entries(body.parts)),
        values: new Set(body.values),
      },
      credentials: isAgreed ? request.credentials.flatMap((one) => apply(one) ?? []) : [],
    };
    const told = { label, description };
    return makeTool({ id, told, target: plan, parameters: () => parameters, plan: () => plan });
  };
}

/** Puts credentials at their places. A token is fetched once for all operations. */
function createApplier(
  options: RestoreOptions,
): (defined: DefinedCredential) => AppliedCredential | null {
  const { headers, credential, origins, now } = options;
  const sources = new Map<string, CredentialSource>();
  const sourceOf = (found: UsableCredential, tokenUrl: string | null): CredentialSource => {
    const key = `${found.type} ${tokenUrl}`;
    const made =
      sources.get(key) ??
      createCredentialSource({ credential: found, tokenUrl, ...(now ? { now } : {}) });
    sources.set(key, made);
    return made;
  };
  return ({ kind, place, name, tokenUrl = null }) => {
    if (kind === "header") {
      const given = Object.keys(headers).find((one) => one.toLowerCase() === name);
      const secret = given === undefined ? undefined : headers[given];
      return secret === undefined ? null : { kind, place, name, source: headerSource(secret) };
    }
    const found = credential(kind);
    if (found === null || (found.type === "oauth2" && !isAgreedUrl(tokenUrl, found, origins)))
      return null;
    return { kind, place, name, source: sourceOf(found, tokenUrl) };
  };
}

/** A sign-in page is where a client's secret goes, so it is the API's own, or the one that came with the secret. */
function isAgreedUrl(
  tokenUrl: string | null,
  found: UsableCredential & { readonly type: "oauth2" },
  origins: readonly string[],
): boolean {
  if (tokenUrl === null) return false;
  return tokenUrl === found.tokenUrl || origins.includes(URL.parse(tokenUrl)?.origin ?? "");
}

/**
 * Recognises a definition. What is kept was made here and is held by its digest; this only separates one kind of thing
 * from another.
 */
function isDefinition(kept: unknown): kept is OperationDefinition {
  const { name, description, parameters, request } = (kept ?? {}) as Partial<OperationDefinition>;
  return (
    typeof name === "string" &&
    typeof description === "string" &&
    typeof parameters === "object" &&
    typeof request?.method === "string" &&
    URL.parse(request.origin)?.origin === request.origin &&
    Array.isArray(request.parameters) &&
    Array.isArray(request.credentials)
  );
}
