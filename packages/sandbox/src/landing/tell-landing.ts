/** Describes a landing: counts, the first changes, refused ones first. */
import {
  type ChangeSet,
  countChanges,
  type Landing,
  type RefusedChange,
} from "@toolplane/contract";

/** More are counted only. */
const MAX_SHOWN = 100;
const MAX_REFUSED = 100;

export function tellLanding(
  set: ChangeSet,
  end: Pick<Landing, "state" | "why" | "heldBack"> & {
    readonly refused?: readonly RefusedChange[] | undefined;
  },
): Landing {
  const { state, why, refused = [], heldBack } = end;
  const wrong = new Set(refused.map(({ path }) => path));
  const first = set.changes.filter(({ path }) => wrong.has(path));
  const rest = set.changes.filter(({ path }) => !wrong.has(path)).slice(0, MAX_SHOWN);
  return {
    state,
    ...(why === undefined ? {} : { why }),
    counts: countChanges({ changes: set.changes }),
    changes: [...first, ...rest].slice(0, MAX_SHOWN),
    ...(refused.length === 0 ? {} : { refused: refused.slice(0, MAX_REFUSED) }),
    ...(heldBack === undefined || heldBack === 0 ? {} : { heldBack }),
  };
}
