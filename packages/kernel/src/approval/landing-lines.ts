/** The lines of a question about a landing: how much there is, what asks, then what comes along, as far as somebody would read it. */
import { type Change, type ChangeSet, countChanges, type Question } from "@toolplane/contract";

/** Of what asks nothing is left out; of the rest so many. */
const MOST_ALONG = 20;

/** The lines, not escaped. */
export function landingLines(
  set: ChangeSet,
  { footprint }: Pick<Question, "footprint">,
): readonly string[] {
  const asks = new Set(
    footprint.resources.flatMap((resource) => ("path" in resource ? [resource.path] : [])),
  );
  const along = set.changes.filter(({ path }) => !asks.has(path));
  const asking = set.changes.filter(({ path }) => asks.has(path));
  const { added, changed, removed } = countChanges(set);
  const rest = added + changed + removed - asking.length - Math.min(along.length, MOST_ALONG);
  const ordered = [...asks].flatMap((path) => asking.filter((change) => change.path === path));
  return [
    `${added} added, ${changed} changed, ${removed} removed; asked about: ${asks.size}`,
    ...ordered.map((change) => `asks: ${changeText(change)}`),
    ...along.slice(0, MOST_ALONG).map(changeText),
    ...(rest > 0 ? [`… ${rest} more`] : []),
  ];
}

function changeText({ kind, path, target, tree }: Change): string {
  const whole =
    tree === true ? (kind === "removed" ? " and all below it" : ", in place of a folder") : "";
  return `${kind} ${path}${target === undefined ? "" : ` → ${target}`}${whole}`;
}
