import { type Change, HEADINGS } from "./read-changes.ts";

export interface Release {
  readonly version: string;
  /** `2026-01-31`. */
  readonly date: string;
  readonly changes: readonly Change[];
}

/** Gives the changelog with a section for the release, above the one before it. */
export function addRelease(changelog: string, { version, date, changes }: Release): string {
  const sections = HEADINGS.flatMap((heading) => {
    const entries = changes.filter((change) => change.heading === heading);
    return entries.length === 0 ? [] : [`### ${heading}\n\n${entries.map(renderEntry).join("")}`];
  });
  const release = `## [${version}] - ${date}\n\n${sections.join("\n")}`;
  const before = changelog.search(/^## \[\d/m);
  if (before === -1) return `${changelog.trimEnd()}\n\n${release}`;
  return `${changelog.slice(0, before)}${release}\n${changelog.slice(before)}`;
}

function renderEntry({ text }: Change): string {
  return `- ${text.replaceAll("\n", "\n  ")}\n`;
}
