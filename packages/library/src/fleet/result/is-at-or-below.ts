/** True for one of these paths, and for what lies below one. */
export function isAtOrBelow(path: string, tops: ReadonlySet<string>): boolean {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/"))))
    if (tops.has(at)) return true;
  return false;
}
