/**
 * Builds the words of a clone. Only https and http are used, the address is the one that was read, and every value from
 * a model is where only a value can be. No `--config`: it would be kept in the new repository, and the host already
 * turns hooks, filters and remote helpers off for every git that it runs.
 */
import { ToolError } from "@toolplane/contract";

export interface RepoCloneArguments {
  readonly url: string;
  readonly path?: string;
  readonly branch?: string;
  readonly depth?: number;
}

export interface CloneCommand {
  readonly argv: readonly string[];
  readonly url: string;
  readonly path: string;
}

const DEFAULT_DEPTH = 1;

/** Depends on nothing but the arguments: the footprint and the run come to the same words. `invalid_input` for what cannot be. */
export function cloneCommand(args: RepoCloneArguments): CloneCommand {
  const { branch, depth = DEFAULT_DEPTH } = args;
  const url = readAddress(args.url);
  const path = plainValue(args.path ?? folderOf(url), "path");
  const argv = [
    ...["git", "clone", "--quiet", `--depth=${depth}`, "--no-recurse-submodules"],
    ...(branch === undefined ? [] : [`--branch=${plainValue(branch, "branch")}`]),
    ...["--", url, path],
  ];
  return { argv, url, path };
}

/** The address as it is judged, fetched and named as the source. */
function readAddress(text: string): string {
  const url = /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) ? URL.parse(text) : null;
  if (url === null)
    throw unfit("url must be the https or http address of a repository: https://HOST/PATH.");
  if (url.username !== "" || url.password !== "")
    throw unfit("url must not hold a user name or a password.");
  if (url.search !== "" || url.hash !== "")
    throw unfit("url must not hold a query or a fragment. Name a branch as branch.");
  return url.href;
}

/** As git names it: the last part of the address, without its ending. */
function folderOf(url: string): string {
  const name =
    url
      .replace(/(?<!\/)\/+$/, "")
      .split("/")
      .slice(3)
      .at(-1)
      ?.replace(/\.git$/, "") ?? "";
  if (!/^[\w.-]+$/.test(name) || /^\.*$/.test(name))
    throw unfit("The address does not say what the folder is called. Give path.");
  return name;
}

function plainValue(value: string, name: string): string {
  if (/^[-~]|\p{Cc}/u.test(value))
    throw unfit(`${name} must not begin with "-" or "~", or hold control characters.`);
  return value;
}

function unfit(message: string): ToolError {
  return new ToolError("invalid_input", message);
}
