/** Chooses the filter of a command: a stricter one where what it writes is real at once. */
import { statOf } from "../plan/disk/directory-cache.ts";
import { buildFilter, type FilteredArchitecture } from "../seccomp/build-filter.ts";

const SET_USER = 0o4000;
const SET_GROUP = 0o2000;

export interface CommandFilters {
  /** Filter for a command whose changes are judged before they are real, or which has none. */
  readonly judged: Uint8Array;
  /** Filter for a command that writes these byte paths as they are. */
  real(written: readonly string[]): Uint8Array;
}

export function filtersOf(architecture: FilteredArchitecture): CommandFilters {
  const all = buildFilter(architecture, { refusedModes: SET_USER | SET_GROUP });
  const sharing = buildFilter(architecture, { refusedModes: SET_USER });
  return {
    judged: buildFilter(architecture),
    // Programs hand such a bit down to new folders by hand, git in a shared repository first of all.
    real: (written) => (written.some(handsDownGroup) ? sharing : all),
  };
}

function handsDownGroup(path: string): boolean {
  return [path, `${path}/.git`].some((each) => {
    const stat = statOf(each);
    return stat?.isDirectory() === true && (stat.mode & SET_GROUP) !== 0;
  });
}
