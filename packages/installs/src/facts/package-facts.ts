/**
 * Shows a person what a registry's page says of a package. All of it is what a stranger wrote: what is missing is *unknown*, never
 * a good sign, and a text is cut before it can fill a card.
 */
import type { ShownFact } from "@toolplane/contract";
import { formatBytes, formatPlural } from "@toolplane/readings";

export interface PackageFacts {
  /** The version that the rest is about. */
  readonly version?: string | undefined;
  /** When this version was published, and the first one of the package; in the registry's own spelling. */
  readonly published?: string | undefined;
  readonly firstPublished?: string | undefined;
  readonly bytes?: number | undefined;
  /** The scripts that run when it is installed, in words. */
  readonly scripts?: string | undefined;
  readonly publisher?: string | undefined;
}

/** Most malicious releases are found within days, so a younger one is worth a second look. */
const YOUNG_DAYS = 3;
const DAY_MS = 86_400_000;
const MAX_CHARS = 200;

export function factRows(facts: PackageFacts, nowMs: number): readonly ShownFact[] {
  const { version, published, firstPublished, bytes, scripts, publisher } = facts;
  return [
    row("version", version),
    dateRow("this version", published, nowMs),
    dateRow("the package", firstPublished, nowMs),
    row("size", isSize(bytes) ? formatBytes(bytes) : undefined),
    row("install scripts", scripts),
    row("publisher", publisher),
  ];
}

function row(label: string, text: string | undefined): ShownFact {
  return { label, text: text === undefined || text === "" ? "unknown" : text.slice(0, MAX_CHARS) };
}

function isSize(bytes: number | undefined): bytes is number {
  return bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= 0;
}

function ageText(days: number): string {
  return days < 730 ? formatPlural(days, "day") : formatPlural(Math.floor(days / 365), "year");
}

/** A date that cannot be read is unknown; one in the future is no age. */
function dateRow(label: string, date: string | undefined, nowMs: number): ShownFact {
  const atMs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(atMs)) return { label, text: "age unknown" };
  const day = new Date(atMs).toISOString().slice(0, 10);
  const days = Math.floor((nowMs - atMs) / DAY_MS);
  if (atMs > nowMs + DAY_MS) return { label, text: `published ${day}, in the future`, warns: true };
  const age = days < 1 ? "today" : `${ageText(days)} ago`;
  const text = `published ${day}, ${age}`;
  if (nowMs - atMs >= YOUNG_DAYS * DAY_MS) return { label, text };
  return { label, text: `${text}, younger than ${YOUNG_DAYS} days`, warns: true };
}
