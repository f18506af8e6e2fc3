/** The ground that the routes work on: what holds in a folder, the state, and what is read of it once for all. */
import { type SessionManifest, ToolError } from "@toolplane/contract";
import type { ConsoleFolder } from "@toolplane/contract/console";
import type { Engine } from "@toolplane/contract/ports";
import { type ShownRedactor, sessionSettings } from "@toolplane/library/rooms/product";
import { type CountRules, createRuleCount } from "@toolplane/library/rooms/record";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { type ChatRoom, type ChatRoomOptions, createChatRoom } from "../chat/create-chat-room.ts";
import { createCallSample, type TakeSample } from "./call-sample.ts";
import { createEngineLook } from "./create-engine-look.ts";
import { createRedactors } from "./create-redactors.ts";
import type { FolderGround } from "./folder-ground.ts";
import { openFolders } from "./open-folders.ts";
import { createRowCache, type ReadSessionRows } from "./row-cache.ts";
import { createSessionIndex, type SessionIndex } from "./session-index.ts";
import { createVerifier, type Verifier } from "./verifier.ts";

export interface ApiGround extends FolderGround {
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
  /** Names who answers here, for people: `mira, console`. */
  readonly by: string;
  readonly wallMs: () => number;
  /** Those of the folder that a session worked in. */
  settingsOf(manifest: SessionManifest): Promise<Settings>;
  /** Masks what is shown of a session, by the secrets of its folder. */
  redactorOf(manifest: SessionManifest): Promise<ShownRedactor>;
  /** Folders that a page may show. */
  folders(): Promise<readonly ConsoleFolder[]>;
  /** The same of one of these folders. Throws a ToolError `not_found`. */
  at(folder: string): Promise<ApiGround>;
  /** The engine of the team's fleet, opened when it is first looked at; null where the record is of one machine. */
  engine(): Promise<Engine | null>;
  /** Looks at the store again, for the pages that listen. */
  changed(): void;
  close(): Promise<void>;
}

export interface GroundOptions extends ChatRoomOptions {
  readonly by: string;
}

/** A look at how often rules decided ends after this; a page that wants the rest asks again. */
const RULES_MS = 300;

export function createGround(options: GroundOptions): ApiGround {
  const { source, state, by, wallMs, changed } = options;
  const folders = openFolders(source, { state, wallMs });
  const chats = createChatRoom(options);
  const rows = createRowCache(state.store);
  const verifier = createVerifier({ state, wallMs });
  const openRedactor = createRedactors(wallMs);
  const settingsOf = async (manifest: SessionManifest): Promise<Settings> =>
    sessionSettings(source, manifest, await folders.own.settings());
  const redactorOf = async (manifest: SessionManifest): Promise<ShownRedactor> =>
    openRedactor(await settingsOf(manifest));
  const { engine, close: closeEngine } = createEngineLook(state, folders.own.settings);
  const ground: ApiGround = {
    ...folders.own,
    state,
    by,
    wallMs,
    changed,
    chats,
    rows,
    sample: createCallSample(state.store, wallMs),
    ruleHits: createRuleCount(state.store, { nowMs: wallMs, lookMs: RULES_MS }),
    sessions: createSessionIndex({ ...state, rowsOf: rows, redactorOf }),
    settingsOf,
    redactorOf,
    verifier,
    engine,
    folders: folders.list,
    at: async (folder) => ({ ...ground, ...(await folders.at(folder)) }),
    async close() {
      await chats.close();
      await verifier.close();
      await closeEngine();
      await folders.close();
    },
  };
  return ground;
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
