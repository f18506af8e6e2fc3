/** The project's tools that nobody trusted as they are. Found by their content: nothing of theirs is run. */
import { findUnits } from "@toolplane/host/tool-folders";
import type { Settings } from "../settings/declaration/settings.ts";
import { openContentTrust, type TrustAnswer } from "../settings/trust/open-content-trust.ts";
import { hasToolFolders, toolFolders } from "./product-tool-folders.ts";

export interface PendingTools {
  /** Everything in the folder, by place. */
  readonly digests: Readonly<Record<string, string>>;
  /** A person was asked about exactly these before, and said not now. */
  readonly isDeclined: boolean;
  /** Keeps that, so that the question comes once; any change asks again. */
  decline(answer: TrustAnswer): void;
}

/** Null where there are none, or all of them are trusted. */
export function findPendingTools(settings: Settings): PendingTools | null {
  const { userData, workspace } = settings;
  const place = toolFolders(settings).find(({ layer }) => layer === "project");
  if (workspace === null || place === undefined || !hasToolFolders(settings)) return null;
  const units = findUnits(place.folder).flatMap(({ unit }) => unit ?? []);
  const trust = openContentTrust({ kind: "tools", userData, workspace });
  const open = units.filter(({ path, digest }) => trust.stateOf(path, digest) !== "trusted");
  if (open.length === 0) return null;
  const declined = openContentTrust({ kind: "declined", userData, workspace });
  const digests = Object.fromEntries(units.map(({ path, digest }) => [path, digest]));
  return {
    digests,
    isDeclined: open.every(({ path, digest }) => declined.stateOf(path, digest) === "trusted"),
    decline: (answer) => declined.keep(digests, answer),
  };
}
