import type { JsonObject, TodoItem } from "@toolplane/contract";

/** The list that the tool `todo` was given. The tool has checked what it took, so what is no list came from a call that failed. */
export function planOf({ todos }: JsonObject): readonly TodoItem[] {
  return Array.isArray(todos) ? (todos as readonly TodoItem[]) : [];
}
