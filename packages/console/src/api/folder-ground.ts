/** Opens one folder: its settings as they are now, its tools, its views, and a judge that is kept while nothing changes. */
import { createHash } from "node:crypto";
import type { Toolplane, ToolplaneViews } from "@toolplane/library/rooms/library";
import { listTools, openJudge, openProduct, type ToolList } from "@toolplane/library/rooms/product";
import type { Settings, SettingsSource } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";

export interface FolderGround {
  readonly source: SettingsSource;
  settings(): Promise<Settings>;
  tools(): Promise<ToolList>;
  /** Judges by the rules in force; kept until the settings are others. */
  judge(): Promise<Toolplane>;
  /** Views of runs in this folder, landed by the rules in force. */
  views(): Promise<ToolplaneViews>;
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
  const judge = keptBySettings(settings, (now) => openJudge({ settings: now, sources: "kept" }));
  const views = keptBySettings(settings, (now) =>
    openProduct({ settings: now, state, only: [], onWarning: () => {} }),
  );
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
    judge: judge.get,
    views: async () => (await views.get()).views,
  };
  return {
    ground,
    async close() {
      await Promise.all([judge.close(), views.close()]);
    },
  };
}

interface KeptToolplane {
  get(): Promise<Toolplane>;
  close(): Promise<void>;
}

/** Opened when it is first wanted, and again when the settings are others. */
function keptBySettings(
  settings: () => Promise<Settings>,
  open: (now: Settings) => Promise<Toolplane>,
): KeptToolplane {
  let kept: { readonly key: string; readonly opened: Promise<Toolplane> } | null = null;
  return {
    async get() {
      const now = await settings();
      const key = settingsDigest(now);
      if (kept?.key !== key) {
        const before = kept?.opened;
        kept = { key, opened: open(now) };
        void before?.then((toolplane) => toolplane.close()).catch(() => {});
      }
      return kept.opened.catch((error: unknown) => {
        kept = null;
        throw error;
      });
    },
    async close() {
      const toolplane = await kept?.opened.catch(() => null);
      await toolplane?.close();
    },
  };
}

function settingsDigest(settings: Settings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex");
}
