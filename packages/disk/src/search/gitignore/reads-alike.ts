/**
 * Tells whether ripgrep and git read a line of a .gitignore the same way. They differ in braces (alternatives there, plain
 * signs in git), in sets that are negated, escaped, named or not closed, in `**` that is not a whole name, in doubled or
 * escaped slashes, in spaces at the end, and in an empty exception. Found by comparing the two on generated files; what is not
 * plainly alike counts as different, which costs time and never a wrong answer.
 */

/** Signs that mean themselves, single wildcards, escapes outside sets, and plain sets of letters, digits and the like. */
const PLAIN =
  /^(?:[^*?[\]{}\\\r]|\\[^/ \r]|\*(?!\*)|\?|(?<=^|\/)\*\*(?=\/|$)|\[[A-Za-z0-9_.~@#%+=,]+(?:-[A-Za-z0-9][A-Za-z0-9_.~@#%+=,]*)*\])+$/;

/** True when both read it alike. */
export function readsAlike(raw: string): boolean {
  const line = raw.replace(/\r$/, "");
  if (line === "" || line.startsWith("#")) return true;
  if (/ $|\/\/|^!?\/?$|\t$/.test(line)) return false;
  const pattern = line.replace(/^!/, "").replace(/^\//, "");
  return PLAIN.test(pattern) && !hasOddRange(pattern);
}

/** A range over more than letters or digits may hold a slash. */
function hasOddRange(pattern: string): boolean {
  return [...pattern.matchAll(/\[([^\]]*)\]/g)].some(([, inside = ""]) =>
    [...inside.matchAll(/(.)-(.)/g)].some(
      ([, low = "", high = ""]) =>
        !/^(?:[a-z]{2}|[A-Z]{2}|[0-9]{2})$/.test(low + high) || low > high,
    ),
  );
}
