/** Puts a project of ours in the place of the one that a recorded command worked in. */

export interface SessionRow {
  readonly session: string;
  readonly index: number;
  readonly command: string;
  /** The project's folder, where the source tells it. */
  readonly cwd?: string;
  readonly root?: string;
}

/** The names under which agents that work in containers find the project. */
const PROJECTS = ["/workspace", "/app", "/testbed", "/repo"];

export function inWorkspace({ command, cwd, root }: SessionRow, workspace: string): string {
  const projects = [cwd, root, ...PROJECTS].filter((path) => path !== undefined);
  // The longest first: one may lie in another.
  return projects
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, project) => replacePath(text, project, workspace), command);
}

/** Only where the path stands by itself: `/app` is in neither `/application` nor `/usr/app`. */
function replacePath(text: string, path: string, by: string): string {
  const parts = text.split(path);
  return parts.slice(1).reduce((done, part, at) => {
    const isBegun = /[\w./~-]$/.test(parts[at] ?? "");
    const goesOn = /^[\w.-]/.test(part);
    return done + (isBegun || goesOn ? path : by) + part;
  }, parts[0] ?? "");
}
