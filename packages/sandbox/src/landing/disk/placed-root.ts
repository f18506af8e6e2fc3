/**
 * A root that is reached at another place than its name says: the view of a run that is held. It is written `PLACE//NAME`, which
 * is a path that leads there, and its name is what people, rules and records are told. Works on byte paths and on texts alike.
 */

/** The root as it is reached at a place; the place is absolute, and what lies there at the name is a link to the view. */
export function placedRoot(place: string, name: string): string {
  return `${place}/${name}`;
}

/** The name of a root; its own path where it is reached by that. */
export function rootName(root: string): string {
  const seam = root.indexOf("//");
  return seam < 0 ? root : root.slice(seam + 1);
}

/** The place by which it is reached. */
export function placeOf(root: string): string {
  return root.slice(0, Math.max(0, root.indexOf("//")));
}

/** The path of the folder itself: at its place stands a link of ours. */
export function rootFolder(root: string): string {
  return rootName(root) === root ? root : `${root}/.`;
}

/** True for a root that is reached at another place. */
export function isPlaced(root: string): boolean {
  return rootName(root) !== root;
}
