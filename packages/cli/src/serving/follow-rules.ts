/**
 * A server that runs for days follows the rules of the person: before each call the files that rules and trust come from are
 * looked at, and read again when one is another. A file that cannot be read changes nothing and is reported: the earlier rules
 * hold. Other settings are those that the server began with.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import { isConfigurationError, type PolicyLayer } from "@toolplane/contract";
import type { Settings, SettingsSource } from "@toolplane/library/rooms/settings";
import {
  findPlaces,
  PROJECT_FILES,
  PROJECT_FOLDER,
  readSettings,
  shortenPath,
  trustRecordPath,
} from "@toolplane/library/rooms/settings";
import type { RulesPlace } from "@toolplane/mcp";
import { errorCode } from "@toolplane/readings";

export interface RuleFollower {
  /** Never rejects. Calls that come while files are read wait for it. */
  refresh(): Promise<void>;
  /** Where a person's rules are, and what keeps some of them from holding. */
  place(): RulesPlace;
}

export interface FollowOptions {
  readonly source: SettingsSource;
  /** As they were read at the start. */
  readonly settings: Settings;
  readonly apply: (policy: readonly PolicyLayer[]) => Promise<void>;
  readonly warn: (text: string) => void;
}

export function followRules({ source, settings, apply, warn }: FollowOptions): RuleFollower {
  const { home } = findPlaces(source);
  const paths = watchedPaths(settings);
  let applied = settings;
  // Read once more at the first call: a file may have changed since the settings were read.
  let stamp: string | null = null;
  let fault: string | null = null;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    try {
      const now = await readSettings(source);
      if (JSON.stringify(now.policy) !== JSON.stringify(applied.policy)) await apply(now.policy);
      applied = now;
      fault = null;
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      fault = `The rules could not be read again, so the earlier ones hold: ${what}.`;
      warn(isConfigurationError(error) ? fault : `${fault} This is a defect.`);
    }
  };
  return {
    async refresh() {
      // A file that changes while it is read has another stamp at the next call.
      while (reading !== null) await reading;
      const seen = paths.map(stampOf).join(" ");
      if (seen === stamp) return;
      stamp = seen;
      reading = read().finally(() => {
        reading = null;
      });
      await reading;
    },
    place() {
      const file = shortenPath(join(settings.configFolder, "policy.jsonc"), home);
      const note = [fault ?? "", trustNote(applied)].filter((text) => text !== "").join(" ");
      return note === "" ? { file } : { file, note };
    },
  };
}

function watchedPaths({ configFolder, workspace, userData }: Settings): readonly string[] {
  const names = PROJECT_FILES.map(({ name }) => name);
  return [
    ...names.map((name) => join(configFolder, name)),
    ...(workspace === null
      ? []
      : [
          ...names.map((name) => join(workspace, PROJECT_FOLDER, name)),
          trustRecordPath(userData, workspace),
        ]),
  ];
}

/** Tells one state of a file from another; one that cannot be looked at is in a state of its own. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat ? [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":") : "none";
  } catch (error) {
    return errorCode(error) ?? "unknown";
  }
}

function trustNote({ project }: Settings): string {
  if (project.state !== "untrusted" && project.state !== "changed") return "";
  const why = project.state === "changed" ? "changed since it was trusted" : "is not trusted";
  return `${PROJECT_FOLDER} of this project ${why}, so what it allows does not hold: a person looks at it with toolplane trust.`;
}
