/** What holds in one folder: its settings as they are now, its tools, and a judge that is kept while nothing changes. */
import { createHash } from "node:crypto";
import type { Toolplane } from "@toolplane/library/rooms/library";
import { listTools, openJudge, type ToolList } from "@toolplane/library/rooms/product";
import type { Settings, SettingsSource } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";

export interface FolderGround {
  readonly source: SettingsSource;
  settings(): Promise<Settings>;
  tools(): Promise<ToolList>;
  /** Judges by the rules in force; kept until the settings are others. */
  judge(): Promise<Toolplane>;
}

export interface OpenedFolder {
  readonly ground: FolderGround;
  readonly close: () => Promise<void>;
}

/** A list of tools starts the workers of tool folders: it is not made again for every key that a person types. */
const TOOLS_MS = 5_000;

export function openFolder(
  source: SettingsSource,
  { state, wallMs }: { readonly state: State; readonly wallMs: () => number },
): OpenedFolder {
  const settings = (): Promise<Settings> => readSettings(source);
  let kept: { readonly key: string; readonly judge: Promise<Toolplane> } | null = null;
  let listed: {
    readonly key: string;
    readonly list: Promise<ToolList>;
    readonly atMs: number;
  } | null = null;
  const ground: FolderGround = {
    source,
    settings,
    async tools() {
      const now = await settings();
      const key = settingsDigest(now);
      if (listed?.key !== key || wallMs() - listed.atMs > TOOLS_MS)
        listed = {
          key,
          list: listTools(now, { environment: source.environment, store: state.store }),
          atMs: wallMs(),
        };
      return listed.list;
    },
    async judge() {
      const now = await settings();
      const key = settingsDigest(now);
      if (kept?.key !== key) {
        const before = kept?.judge;
        kept = { key, judge: openJudge({ settings: now, sources: "kept" }) };
        void before?.then((judge) => judge.close()).catch(() => {});
      }
      return kept.judge.catch((error: unknown) => {
        kept = null;
        throw error;
      });
    },
  };
  return {
    ground,
    async close() {
      const judge = await kept?.judge.catch(() => null);
      await judge?.close();
    },
  };
}

function settingsDigest(settings: Settings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex");
}
