/** Outputs of programs in the view that their session works in. They are made name by name from its root, so that no link leads out of it. */
import { closeSync, constants, mkdirSync, openSync } from "node:fs";
import { extname } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { OutputKeeper } from "@toolplane/disk/journal";
import { toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { errorCode, isWithin, posixPath } from "@toolplane/readings";
import type { Outputs, OutputsInView } from "../../backend/sandbox.ts";
import type { SessionViews } from "../../backend/session-views.ts";
import type { CommandParts } from "../session/command-parts.ts";

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** The keeper of a program's outputs, and where they are. */
export function outputsOf(
  { held, places, keeperOf }: Pick<CommandParts, "held" | "places" | "keeperOf">,
  context: Parameters<CommandParts["keeperOf"]>[0],
): Pick<Outputs, "keeper" | "inView"> {
  const { sessionId } = context;
  const keeper = keeperOf(context, (root) => held?.place(sessionId, root) ?? root);
  const viewed = places.roots.filter((root) => (held?.place(sessionId, root) ?? root) !== root);
  if (held === undefined || viewed.length === 0) return { keeper };
  return { keeper, inView: inViewOf(held, { sessionId, viewed, keeper }) };
}

function inViewOf(
  held: SessionViews,
  {
    sessionId,
    viewed,
    keeper,
  }: {
    readonly sessionId: string;
    readonly viewed: readonly string[];
    readonly keeper: Pick<OutputKeeper, "made">;
  },
): OutputsInView {
  const made: string[] = [];
  const rootOf = (path: string): string | undefined =>
    viewed.find((root) => isWithin(path, toBytePath(root)));
  return {
    make(path) {
      const root = rootOf(path);
      // Scratch is no part of a view.
      if (root === undefined) return;
      const names = posixPath.below(toBytePath(root), path).split("/");
      const missing = make(held.at(sessionId, root), names, path);
      if (missing !== null) made.push([toBytePath(root), ...names.slice(0, missing + 1)].join("/"));
    },
    noteMade: () => keeper.made(made.splice(0)),
    seen(path) {
      const root = rootOf(path);
      if (root === undefined) return path;
      const below = posixPath.below(toBytePath(root), path);
      const at = toBytePath(held.at(sessionId, root));
      return below === "" ? at : `${at}/${below}`;
    },
  };
}

/** The place of the first name that was made; null where all of them were there. */
function make(root: string, names: readonly string[], path: string): number | null {
  let folder = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
  let first: number | null = null;
  try {
    for (const [index, name] of names.entries()) {
      const inside = toFsPath(`/proc/self/fd/${folder}/${name}`);
      const isFile = index === names.length - 1 && extname(name) !== "";
      if (isMade(() => (isFile ? makeFile(inside) : mkdirSync(inside)))) first ??= index;
      if (isFile) break;
      const next = openSync(inside, FOLDER);
      closeSync(folder);
      folder = next;
    }
    return first;
  } catch (cause) {
    const why = `The output ${toText(path)} could not be made.`;
    throw new ToolError("conflict", why, { cause });
  } finally {
    closeSync(folder);
  }
}

/** False where something of that name is there. */
function isMade(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return false;
  }
}

function makeFile(path: string | Buffer): void {
  closeSync(openSync(path, NEW_FILE, 0o644));
}
