/** `tag:invoices`, `path:/admin`, `method:GET` or an operation's id: which operations of an API are meant. */
import type { OperationFilter } from "@toolplane/openapi";

const LISTS = { tag: "tags", path: "paths", method: "methods", id: "ids" } as const;

/** Undefined where there are no words. Words of one kind are alternatives; different kinds must all fit. */
export function operationFilter(words: readonly string[]): OperationFilter | undefined {
  if (words.length === 0) return undefined;
  const lists = new Map<string, string[]>();
  for (const word of words) {
    const [, kind = "id", text = word] = /^(tag|path|method|id):(.*)$/s.exec(word) ?? [];
    const name = LISTS[kind as keyof typeof LISTS];
    lists.set(name, [...(lists.get(name) ?? []), text]);
  }
  return Object.fromEntries(lists);
}
