/** Describes why the body of an operation cannot be sent, without reading its schema. */
import type { OpenApiDocument } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import { flagIn, memberOf, objectIn, type SpecObject, textIn } from "../document/spec-value.ts";
import type { ListedOperation } from "./list-operations.ts";

export interface BodyFaultInput {
  readonly document: OpenApiDocument;
  readonly resolve: Resolve;
  /** The operation's parameters, as the description has them: in 2.0 the body is among them. */
  readonly given: readonly SpecObject[];
}

/** Says why it cannot be sent, or null; null also where there is no body. */
export function describeBodyFault(
  { operation, method }: ListedOperation,
  { document, resolve, given }: BodyFaultInput,
): string | null {
  if (document.version === "2.0")
    return !takesBody(method) && needsLegacyBody(given) ? unmeant(method) : null;
  const body = memberOf(operation, "requestBody");
  if (body === undefined) return null;
  const found = resolve(body);
  if (!found.ok) return `of its body ${found.reason}`;
  const isNeeded =
    flagIn(found.value, "required") &&
    Object.keys(objectIn(found.value, "content") ?? {}).length > 0;
  return isNeeded && !takesBody(method) ? unmeant(method) : null;
}

export function takesBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

function unmeant(method: string): string {
  return `it wants a body in a ${method} request, which HTTP gives no meaning`;
}

function needsLegacyBody(given: readonly SpecObject[]): boolean {
  const body = given.find((parameter) => textIn(parameter, "in") === "body");
  if (body !== undefined) return flagIn(body, "required");
  return given.some((parameter) => {
    const name = textIn(parameter, "in") === "formData" ? textIn(parameter, "name") : null;
    return name !== null && name !== "__proto__" && flagIn(parameter, "required");
  });
}
