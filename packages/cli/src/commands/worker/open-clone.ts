/** Repositories of sessions, each opened for a segment. */
import { resolve } from "node:path";
import { createGitPlaces, type DrivenPlace, type GitPlaces } from "@toolplane/library/rooms/fleet";
import type { State } from "@toolplane/library/rooms/state";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { openPlace } from "./open-place.ts";

/** Null where the worker has no repository. */
export async function openGitPlaces(
  { arguments: given, directory }: CommandContext,
  {
    state,
    repositories,
  }: { readonly state: State; readonly repositories: ReadonlyMap<string, string> },
): Promise<GitPlaces | null> {
  const clones = given.text("clones");
  if (repositories.size === 0) return null;
  if (clones === undefined)
    throw new CliError("--repository needs --clones FOLDER, the same path on each worker.");
  const { store, key, userData } = state;
  return createGitPlaces({
    store,
    key,
    userData,
    repositories,
    clones: resolve(directory, clones),
    path: process.env.PATH ?? "",
  });
}

/** Made for a segment, and gone with it: what it changed is on the record. */
export async function openClone(
  context: CommandContext,
  { state, clone }: { readonly state: State; readonly clone: ReturnType<GitPlaces["open"]> },
): Promise<DrivenPlace> {
  const { folder, borrows, store, remove } = await clone;
  try {
    const product = await openPlace(
      { ...context, directory: folder },
      { state: { ...state, store }, reads: [borrows] },
    );
    return {
      agent: (options) => product.agent(options),
      leave: () => product.close().finally(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
