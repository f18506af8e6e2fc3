/** The result of a run beside the checkout that a person is in: to look at, and to have as a branch of it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { createGit, type RunGit } from "../git/run-git.ts";
import { type BuiltResult, buildResult } from "./build-result.ts";
import type { KeptResult } from "./read-result.ts";
import { openScratchRepository, type ScratchRepository } from "./scratch-repository.ts";

export interface OpenResult extends BuiltResult {
  /** Of one path, as git writes it. */
  diff(path: string): Promise<string>;
  /** Makes a branch of it, and touches nothing else. Rejects with `conflict` where that is another one already. */
  take(branch: string): Promise<{ readonly isNew: boolean }>;
  close(): Promise<void>;
}

export interface CheckoutGround {
  readonly payloads: Pick<Store["payloads"], "get">;
  /** Somewhere in the checkout. */
  readonly directory: string;
  /** The PATH that git is looked for in. */
  readonly path: string;
  readonly withIgnored?: boolean;
}

/** Rejects with `not_found` where there is no repository, or one without that commit. */
export async function openResult(
  { payloads, directory, path, withIgnored = false }: CheckoutGround,
  kept: KeptResult,
): Promise<OpenResult> {
  const git = createGit(path);
  const objects = await objectsAt(git, { directory, ...kept });
  const scratch = await openScratchRepository(git, { objects, commit: kept.commit });
  try {
    const built = await buildResult({ scratch, payloads, withIgnored }, kept);
    return {
      ...built,
      diff: async (name) => {
        const words = ["diff-tree", "-p", "--no-renames", "--no-ext-diff", "--no-textconv"];
        const own = [...words, kept.commit, built.commit, "--", `:(literal,top)${name}`];
        return (await scratch.git(own)).toString("utf8");
      },
      take: (branch) => takeBranch({ git, directory, scratch }, { branch, built, kept }),
      close: scratch.remove,
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

async function objectsAt(
  git: RunGit,
  { directory, repository, commit }: KeptResult & { readonly directory: string },
): Promise<string> {
  const own = (...words: readonly string[]) => git(words, { folder: directory });
  const objects = await own("rev-parse", "--path-format=absolute", "--git-path", "objects").catch(
    (error: unknown) => {
      throw unlessMissing(
        error,
        `There is no repository of git here: go to a checkout of ${repository}.`,
      );
    },
  );
  await own("cat-file", "-e", `${commit}^{commit}`).catch((error: unknown) => {
    const text = `The repository here has no commit ${commit}: fetch it, or go to a checkout of ${repository}.`;
    throw unlessMissing(error, text);
  });
  return objects.toString("utf8").trimEnd();
}

/** Without git nothing else is said than that. */
function unlessMissing(error: unknown, text: string): unknown {
  const isSaid = error instanceof Error && /no git on this machine/.test(error.message);
  return isSaid ? error : new ToolError("not_found", text, { cause: error });
}

interface TakeGround {
  readonly git: RunGit;
  readonly directory: string;
  readonly scratch: ScratchRepository;
}

interface Taken {
  readonly branch: string;
  readonly built: BuiltResult;
  readonly kept: KeptResult;
}

async function takeBranch(
  { git, directory, scratch }: TakeGround,
  { branch, built, kept }: Taken,
): Promise<{ readonly isNew: boolean }> {
  const { commit } = built;
  const name = `refs/heads/${branch}`;
  const own = (words: readonly string[], input?: Uint8Array) =>
    git(words, { folder: directory, ...(input === undefined ? {} : { input }) });
  if (commit === kept.commit)
    throw new ToolError("not_found", `Run ${kept.run.id} changed nothing that a commit holds.`);
  await own(["check-ref-format", "--branch", branch]).catch(() => {
    throw new ToolError("invalid_input", `${branch} cannot be the name of a branch.`);
  });
  const there = await own(["rev-parse", "--verify", "--quiet", name]).then(
    (id) => id.toString("latin1").trim(),
    () => null,
  );
  if (there === commit) return { isNew: false };
  const isThere = `There is a branch ${branch} already, and it is another: say --branch NAME.`;
  if (there !== null) throw new ToolError("conflict", isThere);
  const input = `${commit}\n^${kept.commit}\n`;
  const pack = join(scratch.folder, "taken");
  const made = await scratch.git(["pack-objects", "--quiet", "--revs", pack], { input });
  const packed = await readFile(`${pack}-${made.toString("latin1").trim()}.pack`);
  await own(["index-pack", "--strict", "--stdin"], packed).catch((error: unknown) => {
    const said = error instanceof Error ? error.message : "";
    throw new ToolError("invalid_input", `git refuses what the run made: ${said}`, {
      cause: error,
    });
  });
  await own(["update-ref", "-m", `toolplane: run ${kept.run.id}`, name, commit, ""]).catch(
    (error: unknown) => {
      throw new ToolError("conflict", isThere, { cause: error });
    },
  );
  return { isNew: true };
}
