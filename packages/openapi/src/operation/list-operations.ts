/** The operations of a description in its own order. What a webhook or a callback describes is called by the API, not by us. */
import type { OpenApiDocument } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import {
  isSpecObject,
  objectIn,
  type SpecObject,
  textIn,
  textsIn,
} from "../document/spec-value.ts";

export interface ListedOperation {
  /** `GET /pets/{id}`: what people call it. */
  readonly title: string;
  readonly operationId: string | null;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly operation: SpecObject;
  readonly item: SpecObject;
}

/** An operation that cannot become a tool, and why. */
export interface SkippedOperation {
  readonly operation: string;
  readonly reason: string;
}

export interface OperationList {
  readonly operations: readonly ListedOperation[];
  readonly skipped: readonly SkippedOperation[];
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/** The doors of the runtime do not send them: what they ask for is answered by proxies, or has no common meaning yet. */
const UNSENT: ReadonlySet<string> = new Set(["trace", "query"]);

export function listOperations({ root }: OpenApiDocument, resolve: Resolve): OperationList {
  const operations: ListedOperation[] = [];
  const skipped: SkippedOperation[] = [];
  // Azure's descriptions keep paths that differ only in their query apart.
  const groups = [objectIn(root, "paths"), objectIn(root, "x-ms-paths")];
  for (const [name, given] of groups.flatMap((group) => Object.entries(group ?? {}))) {
    if (name.startsWith("x-")) continue;
    // The specification wants the slash; who forgot it meant it.
    const path = name.startsWith("/") ? name : `/${name}`;
    const found = resolve(given);
    if (!found.ok) {
      skipped.push({ operation: path, reason: found.reason });
      continue;
    }
    if (!isSpecObject(found.value)) continue;
    const item = found.value;
    for (const method of METHODS) {
      // The specification wants small letters; who wrote capitals meant the same.
      const operation = objectIn(item, method) ?? objectIn(item, method.toUpperCase());
      if (operation === null) continue;
      const title = `${method.toUpperCase()} ${path}`;
      if (UNSENT.has(method)) {
        skipped.push({ operation: title, reason: `${method.toUpperCase()} requests are not sent` });
        continue;
      }
      operations.push({
        title,
        operationId: textIn(operation, "operationId"),
        method: method.toUpperCase(),
        path,
        tags: textsIn(operation, "tags"),
        operation,
        item,
      });
    }
  }
  return { operations, skipped };
}
