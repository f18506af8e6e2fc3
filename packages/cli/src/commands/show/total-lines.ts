/** Everything that a session touched, in one sentence: files written and read through doors, and what was refused, by name. */
import { winnerOf } from "@toolplane/contract";
import { kindOf } from "@toolplane/kernel";
import type { LoadedSession } from "@toolplane/library/rooms/record";
import { formatPlural } from "@toolplane/readings";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

const NAMED = 4;

/** The lines; none when nothing was touched. */
export function totalLines(session: LoadedSession, width: number): readonly string[] {
  const { calls, changes, summary } = session;
  const accesses = calls.flatMap((call) => call.accesses);
  const read = new Set(
    accesses
      .filter(({ subject, refused }) => refused === undefined && subject.startsWith("fs.read "))
      .map(({ subject }) => subject),
  );
  const written = new Set(changes.map(({ path }) => path));
  const back = new Set(changes.filter(({ undone }) => undone).map(({ path }) => path));
  const refused = refusedNames(session);
  const parts = [
    ...(written.size > 0 ? [`${formatPlural(written.size, "file")} changed`] : []),
    ...(back.size > 0 ? [`${formatPlural(back.size, "file")} taken back`] : []),
    ...(read.size > 0 ? [`${formatPlural(read.size, "file")} read`] : []),
    ...(refused.length > 0 ? [`refused: ${named(refused, summary.workspace)}`] : []),
  ];
  return [
    ...(parts.length === 0 ? [] : wrapText(`Touched: ${parts.join("; ")}`, width)),
    ...labelLines(session, width),
  ];
}

/** Where each label came from. */
function labelLines({ flow, summary }: LoadedSession, width: number): readonly string[] {
  const byLabel = Map.groupBy(flow.seen, ({ label }) => label);
  const parts = [...byLabel].map(([label, seen]) => {
    const sources = [...new Set(seen.map(({ source }) => source))];
    return `${label} (${named(sources, summary.workspace)})`;
  });
  return parts.length === 0 ? [] : wrapText(`Labels: ${parts.join("; ")}`, width);
}

/** Resources that a rule or a door said no to. */
function refusedNames({ calls }: LoadedSession): readonly string[] {
  const names = new Set<string>();
  for (const { accesses, verdict, footprint } of calls) {
    for (const { subject, refused } of accesses)
      if (refused !== undefined) names.add(subject.replace(/^[a-z.]+ /, ""));
    if (verdict?.action !== "deny") continue;
    const resource = footprint?.resources[winnerOf(verdict).resource ?? -1];
    if (resource) names.add(kindOf(resource).words(resource, (path) => path)[1]);
  }
  return [...names];
}

function named(names: readonly string[], workspace: string | null): string {
  const shown = names.slice(0, NAMED).map((name) => escapeText(shortPath(name, workspace)));
  const left = names.length - shown.length;
  return `${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}
