/**
 * Follows the rules of the person for what runs long: the files that rules and trust come from are looked at every second and
 * before each call of a server's client, and read again when one is another. While a file cannot be read, every call is refused with
 * its place: what a person wrote there would not hold. Other settings are those that it began with.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { isConfigurationError, type PolicyLayer } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { errorCode } from "@toolplane/readings";
import type { Settings } from "../settings/declaration/settings.ts";
import { shortenPath } from "../settings/files/shorten-path.ts";
import { ownProjectRules } from "../settings/places/own-project-rules.ts";
import { contentTrustPath } from "../settings/trust/content-trust.ts";
import { PROJECT_FILES, PROJECT_FOLDER } from "../settings/trust/project-files.ts";
import { trustRecordPath } from "../settings/trust/trust-record.ts";

export interface RuleFollower {
  /** Never rejects. Calls that come while files are read wait for it. */
  refresh(): Promise<void>;
  /** Where a person's rules are, and what keeps some of them from holding. */
  place(): { readonly file: string; readonly note?: string };
  /** Why calls are refused: a file that cannot be read, with its place. Null while all of them can. */
  fault(): string | null;
  /** Looks no more by itself. */
  close(): void;
}

export interface FollowOptions {
  /** As they were read at the start. */
  readonly settings: Settings;
  readonly readAgain: () => Promise<Settings>;
  readonly apply: (policy: readonly PolicyLayer[]) => Promise<void>;
  /** Called when a person has taken trust in tools back, or given it. Must not reject. */
  readonly onTrust: () => Promise<unknown>;
  /** Called at every look of its own, for what has files of its own to follow. Must not reject. */
  readonly onLook: () => Promise<unknown>;
  readonly warn: (text: string) => void;
  readonly clock: Clock;
}

/** A rule that a person takes back is heard of within this time, and that of reading the files. */
const LOOK_MS = 1_000;

export function followRules(options: FollowOptions): RuleFollower {
  const { settings, clock } = options;
  const paths = watchedPaths(settings);
  let applied = settings;
  // Read once more at the first look: a file may have changed since the settings were read.
  let stamp: string | null = null;
  let trusted = stampsOf(trustPaths(settings));
  let fault: string | null = null;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    try {
      const now = await options.readAgain();
      if (JSON.stringify(now.policy) !== JSON.stringify(applied.policy))
        await options.apply(now.policy);
      applied = now;
      fault = null;
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      fault = `A file of rules cannot be read: ${what}. Every call is refused until it is mended.`;
      options.warn(isConfigurationError(error) ? fault : `${fault} This is a defect.`);
      // What was no fault of the file may be over at the next look.
      if (!isConfigurationError(error)) stamp = null;
    }
  };
  const refresh = async (): Promise<void> => {
    // A file that changes while it is read has another stamp at the next look.
    while (reading !== null) await reading;
    const seen = stampsOf(paths);
    if (seen === stamp) return;
    stamp = seen;
    const trust = stampsOf(trustPaths(settings));
    const isOther = trust !== trusted;
    trusted = trust;
    reading = read()
      .then(() => (isOther ? options.onTrust() : undefined))
      .then(() => {
        reading = null;
      });
    await reading;
  };
  let isClosed = false;
  let stopTimer = (): void => {};
  const look = (): void => {
    if (isClosed) return;
    stopTimer = clock.setTimer(LOOK_MS, () => void refresh().then(options.onLook).finally(look));
  };
  look();
  return {
    refresh,
    place() {
      const file = shortenPath(join(settings.configFolder, "policy.jsonc"), settings.home);
      const note = [fault ?? "", trustNote(applied)].filter((text) => text !== "").join(" ");
      return note === "" ? { file } : { file, note };
    },
    fault: () => fault,
    close() {
      isClosed = true;
      stopTimer();
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
          ownProjectRules(configFolder, workspace),
          ...names.map((name) => join(workspace, PROJECT_FOLDER, name)),
        ]),
    ...trustPaths({ workspace, userData }),
  ];
}

function trustPaths({
  workspace,
  userData,
}: Pick<Settings, "workspace" | "userData">): readonly string[] {
  if (workspace === null) return [];
  return [
    trustRecordPath(userData, workspace),
    contentTrustPath({ kind: "tools", userData, workspace }),
  ];
}

function stampsOf(paths: readonly string[]): string {
  return paths.map(stampOf).join(" ");
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
