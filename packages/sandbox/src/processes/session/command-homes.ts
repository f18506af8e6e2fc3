/** The homes of a session's sandboxed commands: which one a command gets, where it lies, and when it goes. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Places } from "@toolplane/disk/paths";
import { APART_HOME, type ScratchPart } from "../../backend/sandbox.ts";
import { createLeaving } from "./leaving.ts";
import { makeSessionHome, markOfHome, removeSessionHome } from "./session-home.ts";
import { createSpareHome } from "./spare-home.ts";

/** The session's own home; a fresh one, because others wrote that; or one with a scratch folder that is thrown away with it. */
export type HomeKind = "own" | "fresh" | "thrown-away";

/** A home as its command sees it, and where it lies. */
export interface CommandHome {
  readonly inside: string;
  readonly outside: string;
  /** The part of scratch that is shown with it. */
  readonly scratch: ScratchPart;
  /** Removes what is not the session's own. */
  release(): void;
}

export interface CommandHomes {
  home(kind: HomeKind): CommandHome;
  /** Makes the next fresh home, while no command waits for it. */
  follow(): void;
  close(): void;
}

/** `folder` is the session's scratch folder. */
export function createCommandHomes(places: Places, folder: string): CommandHomes {
  const leaving = createLeaving();
  let own: CommandHome | null = null;
  let closed = false;
  /** Beside the sessions' folders, where no other command sees it; where `/tmp` is not scratch nothing could show it there. */
  function makeHome(scratch: string): CommandHome {
    const last = `home-${randomUUID()}`;
    const outside = places.tmpIsScratch ? join(places.scratch, `.${last}`) : join(scratch, last);
    makeSessionHome(outside, places.home);
    return {
      inside: places.tmpIsScratch ? APART_HOME : outside,
      outside,
      scratch: { folder: scratch, home: outside },
      // Where no process sees it any more, the answer goes first: to remove it takes the disk.
      release: () => {
        if (places.tmpIsScratch) leaving.add(() => removeSessionHome(outside));
        else removeSessionHome(outside);
      },
    };
  }
  function thrownAwayHome(): CommandHome {
    const thrown = join(places.scratch, `.dry-${randomUUID()}`);
    mkdirSync(thrown, { mode: 0o700 });
    const home = makeHome(thrown);
    const release = () => {
      home.release();
      leaving.add(() => removeSessionHome(thrown));
    };
    return { ...home, release };
  }
  const spare = createSpareHome({
    make: () => makeHome(folder),
    markOf: ({ outside }) => markOfHome(outside, places.home),
  });
  return {
    home(kind) {
      if (kind === "thrown-away") return thrownAwayHome();
      if (kind === "own") {
        own ??= makeHome(folder);
        return { ...own, release() {} };
      }
      return spare.take() ?? makeHome(folder);
    },
    follow() {
      // Elsewhere other commands could write to it while it waits.
      if (places.tmpIsScratch && !closed) spare.follow();
    },
    close() {
      closed = true;
      own?.release();
      spare.take()?.release();
      leaving.finish();
    },
  };
}
