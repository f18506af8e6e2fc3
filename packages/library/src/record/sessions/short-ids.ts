/** Ids as short as they can be typed: the shortest beginning that no other session has, and not so short that tomorrow's has it. */
const LEAST = 13;

/** Shortens each of these ids for showing. An id that is not among them is shown whole. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  const shown = new Map<string, string>();
  sorted.forEach((id, index) => {
    const near = Math.max(common(id, sorted[index - 1]), common(id, sorted[index + 1]));
    shown.set(id, id.slice(0, Math.max(LEAST, near + 1)));
  });
  return (id) => shown.get(id) ?? id;
}

function common(left: string, right: string | undefined): number {
  if (right === undefined) return 0;
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
