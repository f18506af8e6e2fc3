/**
 * Describes a file that is not there, with names that are: those of the same folder that look like it. The door leaves
 * out what is denied, and refuses the list to a call that may not read the folder; then there is nothing to suggest.
 */
import { type FsReadDoor, isToolError, ToolError } from "@toolplane/contract";
import { editDistance } from "@toolplane/readings";

/** How far up a folder that exists is looked for. */
const MAX_LEVELS = 12;

const MAX_SUGGESTED = 3;
/** Longer names and larger folders are not compared letter by letter. */
const MAX_LENGTH = 100;
const MAX_COMPARED = 2_000;

/** The error to throw instead of the door's own. */
export async function describeMissing(
  fs: Pick<FsReadDoor, "list">,
  path: string,
  cause: ToolError,
): Promise<ToolError> {
  // The door's own note about a file outside is worth more than a name that looks like it.
  if ((cause.detail as { behindScratch?: unknown } | undefined)?.behindScratch === true)
    return cause;
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) return cause;
  const lead = path.startsWith("/") ? "/" : "";
  for (let at = names.length - 1; at >= 0 && at >= names.length - MAX_LEVELS; at -= 1) {
    const folder = lead + names.slice(0, at).join("/");
    const entries = await listed(fs, folder === "" ? "." : folder);
    if (entries === "missing") continue;
    if (entries === null) return cause;
    const missing = names[at] ?? "";
    const near = nearestNames(missing, entries).map((name) => join(folder, name));
    return suggest({ path, missing: join(folder, missing), near, cause });
  }
  return cause;
}

function suggest(found: {
  readonly path: string;
  readonly missing: string;
  readonly near: readonly string[];
  readonly cause: ToolError;
}): ToolError {
  const { path, missing, near, cause } = found;
  const what =
    missing === path.replace(/^(?:\.\/)+/, "")
      ? `${path} does not exist.`
      : `${path} does not exist: there is no ${missing}.`;
  const hint =
    near.length === 0
      ? "Use glob to find it."
      : `Did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(near)}?`;
  return new ToolError("not_found", `${what} ${hint}`, { cause });
}

async function listed(
  fs: Pick<FsReadDoor, "list">,
  folder: string,
): Promise<readonly string[] | "missing" | null> {
  try {
    return (await fs.list(folder)).map(({ name }) => name);
  } catch (error) {
    if (!isToolError(error) || error.code === "cancelled") throw error;
    return error.code === "not_found" ? "missing" : null;
  }
}

function join(folder: string, name: string): string {
  return folder === "" || folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** Names that the caller may have wanted: few edits away, the same stem with another ending, or one inside the other. */
function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  if (wanted.length > MAX_LENGTH) return [];
  return names
    .slice(0, MAX_COMPARED)
    .filter((name) => name.length <= MAX_LENGTH)
    .map((name) => ({ name, distance: distanceOf(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .toSorted((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
    .slice(0, MAX_SUGGESTED)
    .map(({ name }) => name);
}

function distanceOf(wanted: string, name: string): number {
  if (stemOf(wanted) === stemOf(name)) return 1;
  const shorter = Math.min(wanted.length, name.length);
  if (shorter >= 4 && (wanted.includes(name) || name.includes(wanted))) return 1.5;
  return editDistance(wanted, name);
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, "");
}
