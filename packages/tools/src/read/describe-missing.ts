/**
 * A file that is not there, with names that are: those of the same folder that look like it. The door leaves out what is
 * denied, and says nothing at all to who may not list the folder; then there is nothing to suggest.
 */
import { type FsReadDoor, isToolError, ToolError } from "@toolplane/contract";
import { nearestNames } from "./nearest-names.ts";

/** How far up a folder that exists is looked for. */
const MAX_LEVELS = 12;

/** The error to throw instead of the door's own. */
export async function describeMissing(
  fs: Pick<FsReadDoor, "list">,
  path: string,
  cause: ToolError,
): Promise<ToolError> {
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
