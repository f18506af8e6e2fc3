/** Repositories of sessions, each opened for a segment. */
import { resolve } from "node:path";
import {
  createGitPlaces,
  type DrivenPlace,
  type GitPlaces,
  type RepositorySource,
} from "@toolplane/library/rooms/fleet";
import type { State } from "@toolplane/library/rooms/state";
import { CliError } from "../../command/cli-error.ts";
import type { CommandArguments, CommandContext } from "../../command/command.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { openPlace } from "./open-place.ts";

/** Null where the worker has no repository. */
export async function openGitPlaces(
  { arguments: given, directory, environment, terminal }: CommandContext,
  {
    state,
    repositories,
  }: { readonly state: State; readonly repositories: ReadonlyMap<string, RepositorySource> },
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
    path: environment.PATH ?? "",
    far: {
      environment,
      onProgress: spokenNowAndThen((text) => terminal.note(escapeText(text))),
      mostBytes: fetchLimit(given) * 1_000_000,
      quietMs: QUIET_MS,
    },
  });
}

/** Made for a segment, and gone with it: what it changed is on the record. */
export async function openClone(
  context: CommandContext,
  { state, clone }: { readonly state: State; readonly clone: ReturnType<GitPlaces["open"]> },
): Promise<DrivenPlace> {
  const { folder, borrows, store, hasView, enter, remove } = await clone;
  try {
    const product = await openPlace(
      { ...context, directory: folder },
      { state: { ...state, store }, reads: [borrows] },
    );
    return {
      async agent(options) {
        const agent = await product.agent(hasView() ? { ...options, view: "own" } : options);
        if (product.host.views === undefined) return agent;
        try {
          await enter(product.host.views);
          return agent;
        } catch (error) {
          await agent.close();
          throw error;
        }
      },
      leave: () => product.close().finally(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Megabytes. */
const FETCH_LIMIT = 4_096;
const QUIET_MS = 60_000;

function fetchLimit(given: CommandArguments): number {
  const limit = given.number("fetch-limit") ?? FETCH_LIMIT;
  if (!(limit > 0)) throw new CliError("--fetch-limit must be more than 0.");
  return limit;
}

const EVERY_MS = 10_000;

/** git redraws a line many times a second; a log wants the first one, and then one now and then. */
function spokenNowAndThen(say: (text: string) => void): (text: string) => void {
  let lastMs = 0;
  return (text) => {
    const nowMs = Date.now();
    if (nowMs - lastMs < EVERY_MS && !text.startsWith("Fetch")) return;
    lastMs = nowMs;
    say(text);
  };
}
