/** The ground that the routes work on: the settings as they are now, the state, and a judge that is kept while nothing changes. */
import { createHash } from "node:crypto";
import { type SessionManifest, ToolError } from "@toolplane/contract";
import type { Toolplane } from "@toolplane/library/rooms/library";
import {
  listTools,
  openJudge,
  type ShownRedactor,
  sessionSettings,
  type ToolList,
} from "@toolplane/library/rooms/product";
import { type CountRules, createRuleCount } from "@toolplane/library/rooms/record";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { type ChatRoom, type ChatRoomOptions, createChatRoom } from "../chat/create-chat-room.ts";
import { createCallSample, type TakeSample } from "./call-sample.ts";
import { createRedactors } from "./create-redactors.ts";
import { createRowCache, type ReadSessionRows } from "./row-cache.ts";
import { createSessionIndex, type SessionIndex } from "./session-index.ts";
import { createVerifier, type Verifier } from "./verifier.ts";

export interface ApiGround {
  readonly state: State;
  readonly sessions: SessionIndex;
  readonly rows: ReadSessionRows;
  /** The newest calls, for figures. */
  readonly sample: TakeSample;
  /** How often each rule decided. */
  readonly ruleHits: CountRules;
  readonly chats: ChatRoom;
  /** Verifies the whole record, one time at a time. */
  readonly verifier: Verifier;
  /** Who answers here, for people: `mira, console`. */
  readonly by: string;
  readonly wallMs: () => number;
  settings(): Promise<Settings>;
  /** Those of the folder that a session worked in. */
  settingsOf(manifest: SessionManifest): Promise<Settings>;
  /** Masks what is shown of a session, by the secrets of its folder. */
  redactorOf(manifest: SessionManifest): Promise<ShownRedactor>;
  tools(): Promise<ToolList>;
  /** Judges by the rules in force; kept until the settings are others. */
  judge(): Promise<Toolplane>;
  /** Looks at the store again, for the pages that listen. */
  changed(): void;
  close(): Promise<void>;
}

export interface GroundOptions extends ChatRoomOptions {
  readonly by: string;
}

/** A list of tools starts the workers of tool folders: it is not made again for every key that a person types. */
const TOOLS_MS = 5_000;
/** A look at how often rules decided ends after this; a page that wants the rest asks again. */
const RULES_MS = 300;

export function createGround(options: GroundOptions): ApiGround {
  const { source, state, by, wallMs, changed } = options;
  const settings = (): Promise<Settings> => readSettings(source);
  const chats = createChatRoom(options);
  const rows = createRowCache(state.store);
  const verifier = createVerifier({ state, wallMs });
  const openRedactor = createRedactors(wallMs);
  const settingsOf = async (manifest: SessionManifest): Promise<Settings> =>
    sessionSettings(source, manifest, await settings());
  const redactorOf = async (manifest: SessionManifest): Promise<ShownRedactor> =>
    openRedactor(await settingsOf(manifest));
  let kept: { readonly key: string; readonly judge: Promise<Toolplane> } | null = null;
  let listed: {
    readonly key: string;
    readonly list: Promise<ToolList>;
    readonly atMs: number;
  } | null = null;
  return {
    state,
    by,
    wallMs,
    settings,
    changed,
    chats,
    rows,
    sample: createCallSample(state.store, wallMs),
    ruleHits: createRuleCount(state.store, { nowMs: wallMs, lookMs: RULES_MS }),
    sessions: createSessionIndex({ ...state, rowsOf: rows, redactorOf }),
    settingsOf,
    redactorOf,
    verifier,
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
    async close() {
      await chats.close();
      await verifier.close();
      const judge = await kept?.judge.catch(() => null);
      await judge?.close();
    },
  };
}

function settingsDigest(settings: Settings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex");
}

/** The manifest of a session by its whole id. Throws a ToolError `not_found`. */
export async function sessionOf(
  { state }: Pick<ApiGround, "state">,
  id: string | undefined,
): Promise<SessionManifest> {
  const manifest = id === undefined ? null : await state.store.sessions.get(id);
  if (manifest === null) throw new ToolError("not_found", "There is no session of this id.");
  return manifest;
}
