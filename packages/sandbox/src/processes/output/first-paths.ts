/** As many of the paths as a report holds: one that is larger than results may be would be left out whole. */
export function firstPaths(paths: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS;
  const end = paths.slice(0, MOST_PATHS).findIndex((path) => {
    left -= path.length;
    return left < 0;
  });
  return paths.slice(0, end < 0 ? MOST_PATHS : end);
}

const MOST_PATHS = 1_000;
const MOST_CHARACTERS = 200_000;
