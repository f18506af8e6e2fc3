/** Which files are worth an outline: those by which a reader would begin, then the shallow ones. */
import { languageOf } from "./languages.ts";

const FIRST = /^(?:index|main|mod|lib|app|server|cli|__init__|__main__)\.[^.]+$/;
const LESS =
  /(?:^|\/)(?:tests?|__tests__|spec|examples?|fixtures?|vendor|third_party|dist|build)\/|[._-](?:test|spec)\.[^/]+$|(?:^|\/)test_[^/]+$|\.min\.js$|\.d\.ts$/;

export interface ChosenFile {
  readonly path: string;
  readonly grammar: string;
}

export function chooseFiles(paths: readonly string[], most: number): readonly ChosenFile[] {
  return paths
    .flatMap((path) => {
      const grammar = languageOf(path)?.grammar;
      return grammar === undefined ? [] : [{ path, grammar, rank: rankOf(path) }];
    })
    .sort((left, right) => left.rank - right.rank || (left.path < right.path ? -1 : 1))
    .slice(0, most)
    .map(({ path, grammar }) => ({ path, grammar }));
}

function rankOf(path: string): number {
  const steps = path.split("/");
  const begins = FIRST.test(steps.at(-1) ?? "") ? 0 : 3;
  return steps.length + begins + (LESS.test(path) ? 100 : 0);
}
