/** The ways by which a description lets calls in; 2.0's definitions and 3.x's schemes alike. */
import type { OpenApiDocument } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import { memberOf, objectIn, textIn } from "../document/spec-value.ts";

export interface SecurityScheme {
  readonly id: string;
  readonly kind: "bearer" | "basic" | "apiKey" | "oauth2" | "other";
  readonly place: "header" | "query" | "cookie";
  readonly name: string;
  readonly tokenUrl: string | null;
}

export function readSecuritySchemes(
  { root, version }: OpenApiDocument,
  resolve: Resolve,
): ReadonlyMap<string, SecurityScheme> {
  const holder =
    version === "2.0"
      ? objectIn(root, "securityDefinitions")
      : objectIn(objectIn(root, "components"), "securitySchemes");
  const schemes = new Map<string, SecurityScheme>();
  for (const [id, given] of Object.entries(holder ?? {})) {
    const found = resolve(given);
    if (found.ok) schemes.set(id, readScheme(id, found.value));
  }
  return schemes;
}

function readScheme(id: string, scheme: unknown): SecurityScheme {
  const place = textIn(scheme, "in");
  return {
    id,
    kind: schemeKind(scheme),
    place: place === "query" || place === "cookie" ? place : "header",
    name: textIn(scheme, "name") ?? "",
    tokenUrl: tokenUrlOf(scheme),
  };
}

function schemeKind(scheme: unknown): SecurityScheme["kind"] {
  const type = textIn(scheme, "type");
  if (type === "basic") return "basic";
  if (type === "apiKey") return "apiKey";
  if (type === "oauth2" || type === "openIdConnect") return "oauth2";
  if (type !== "http") return "other";
  const name = textIn(scheme, "scheme")?.toLowerCase();
  if (name === "basic") return "basic";
  return name === "bearer" ? "bearer" : "other";
}

function tokenUrlOf(scheme: unknown): string | null {
  const flow = memberOf(objectIn(scheme, "flows"), "clientCredentials");
  return textIn(flow, "tokenUrl") ?? textIn(scheme, "tokenUrl");
}
