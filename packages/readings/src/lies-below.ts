/**
 * Tells whether one path lies below another: at the boundary of a name, so `/ab` is not below `/a`. Both are absolute and
 * normal, without `.`, `..`, double or trailing slashes, and both are texts or both are byte paths. Links are not followed.
 */

/** True for the directory itself and for everything below it. */
export function isWithin(path: string, directory: string): boolean {
  return path.length === directory.length ? path === directory : isBelow(path, directory);
}

/** True for everything below the directory, and not for the directory itself. */
export function isBelow(path: string, directory: string): boolean {
  if (directory === "/") return path.length > 1;
  return path[directory.length] === "/" && path.startsWith(directory);
}
