/** Reads how a person answers the conflicts of a view: a path or a folder for one side, or one place of a file, as `PATH:2`. */
import type { ConflictAnswer, ViewConflict } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { placesOf } from "./places-of.ts";

type Side = "ours" | "theirs";

export function readAnswers(
  context: CommandContext,
  { workspace }: { readonly workspace: string | null },
  conflicts: readonly ViewConflict[],
): Readonly<Record<string, ConflictAnswer>> {
  const whole = new Map<ViewConflict, Side>();
  const places = new Map<ViewConflict, Map<number, Side>>();
  const at = { directory: context.directory, workspace };
  const named = (typed: string) => {
    const paths = placesOf(typed, at);
    return conflicts.filter(({ path }) => paths.some((place) => isWithin(path, place)));
  };
  const twice = (typed: string) => new CliError(`${escapeText(typed)} is given to both sides.`);
  for (const side of ["theirs", "ours"] as const)
    for (const typed of context.arguments.list(side)) {
      const meant = named(typed);
      for (const conflict of meant) {
        if ((whole.get(conflict) ?? side) !== side) throw twice(typed);
        whole.set(conflict, side);
      }
      if (meant.length > 0) continue;
      const [, file = "", digits = ""] = /^(.+):(\d+)$/.exec(typed) ?? [];
      const [one] = file === "" ? [] : named(file);
      const place = one?.hunks?.find(({ number }) => number === Number(digits));
      if (one === undefined || place === undefined)
        throw new CliError(`${escapeText(typed)} is not in conflict.`, {
          next: ["Without --ours and --theirs the conflicts are shown."],
        });
      const known = places.get(one) ?? new Map<number, Side>();
      if ((known.get(place.number) ?? side) !== side) throw twice(typed);
      places.set(one, known.set(place.number, side));
    }
  const answers: Record<string, ConflictAnswer> = {};
  for (const [{ path }, side] of whole) answers[path] = side;
  for (const [{ path, hunks = [] }, sides] of places) {
    if (answers[path] !== undefined)
      throw new CliError(`${shortPath(path, workspace)} is answered as a whole and by its places.`);
    answers[path] = {
      hunks: hunks.map(({ number }) => {
        const side = sides.get(number);
        if (side !== undefined) return side;
        throw new CliError(`Place ${number} of ${shortPath(path, workspace)} is not answered.`, {
          next: ["Answer each place of a file, or the file as a whole."],
        });
      }),
    };
  }
  return answers;
}
