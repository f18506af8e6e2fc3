/** A piece of work for an agent, as data: what it does, and what is true of the project once it has landed. */

/** One thing that an agent does. Each may be done again on another state of its files, and then adds nothing twice. */
export type Step =
  /** Puts `added` behind the only place of `anchor`. */
  | {
      readonly by: "edit";
      readonly path: string;
      readonly anchor: string;
      readonly added: string;
    }
  | { readonly by: "write"; readonly path: string; readonly text: string }
  | { readonly by: "command"; readonly paths: readonly string[]; readonly line: string };

/** By path: the marks that a file holds. A path that is missing is no file. */
export type Marks = Map<string, Set<string>>;

export interface Task {
  /** Stands in the project wherever this task wrote. */
  readonly mark: string;
  readonly kind: string;
  readonly steps: readonly Step[];
  /** What it makes of the project, on whatever is there. */
  readonly apply: (marks: Marks) => void;
}

/** Every mark in a text. */
export function marksIn(text: string): readonly string[] {
  return text.match(/\ba\d\dt\d\d\d\b/g) ?? [];
}

export function pathsOf(step: Step): readonly string[] {
  return step.by === "command" ? step.paths : [step.path];
}
