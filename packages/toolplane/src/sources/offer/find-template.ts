/** The template that an address was made from, as far as it can be told: what stands before its first variable and after its last. */
import type { Placed } from "./place-entries.ts";

/** The one that says most of the address; null where none fits. */
export function findTemplate<T>(uri: string, templates: readonly Placed<T>[]): Placed<T> | null {
  let best: { readonly placed: Placed<T>; readonly said: number } | null = null;
  for (const placed of templates) {
    const { shown } = placed;
    const opens = shown.indexOf("{");
    const head = opens < 0 ? shown : shown.slice(0, opens);
    const tail = opens < 0 ? "" : shown.slice(shown.lastIndexOf("}") + 1);
    const said = head.length + tail.length;
    const fits = uri.startsWith(head) && uri.endsWith(tail) && uri.length >= said;
    if (fits && said > (best?.said ?? -1)) best = { placed, said };
  }
  return best?.placed ?? null;
}
