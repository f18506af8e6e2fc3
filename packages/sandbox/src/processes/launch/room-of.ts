/** Everything that a command can write in and that its session's bound counts; nothing where no sandbox shows it less. */
import { isBelow } from "@toolplane/readings";
import type { Room, RoomPlace } from "../../holder/holder-protocol.ts";
import type { CommandHome } from "../session/command-homes.ts";
import type { CommandParts } from "../session/command-parts.ts";
import type { CommandChanges } from "./prepare-command.ts";

export interface RoomOf {
  readonly parts: Pick<CommandParts, "maxRoomBytes" | "maxRoomFiles">;
  readonly home: CommandHome | null;
  readonly changes: CommandChanges;
  readonly spool: string;
  readonly runsOn: boolean;
}

export function roomOf({
  parts,
  home,
  changes,
  spool,
  runsOn,
}: RoomOf): { readonly room: Room } | Record<never, never> {
  if (home === null) return {};
  const { folder } = home.scratch;
  const scratch: readonly RoomPlace[] =
    folder === undefined ? [] : [{ name: "/tmp", path: folder, kind: "scratch" }];
  const own: readonly RoomPlace[] =
    folder !== undefined && isBelow(home.outside, folder)
      ? []
      : [{ name: "its home", path: home.outside, kind: "scratch" }];
  const roots = changes !== null && "view" in changes ? changes.view.roots : [];
  const views = roots.map(
    ({ root, upper }): RoomPlace => ({ name: root, path: upper, kind: "view" }),
  );
  const output: RoomPlace = { name: "its output", path: spool, kind: "output" };
  const { maxRoomBytes: maxBytes, maxRoomFiles: maxFiles } = parts;
  return { room: { places: [...scratch, ...own, ...views, output], maxBytes, maxFiles, runsOn } };
}
