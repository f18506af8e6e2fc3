/** Pipelines and lists: the grammar above commands. */
import { branch, NEWLINE, sequence, type Tree } from "../line-tree.ts";
import { writeBuiltin } from "./builtins.ts";
import { writeCompound } from "./compound-commands.ts";
import { writeEvaluating } from "./evaluating.ts";
import type { Grammar } from "./grammar.ts";
import { writeAssignments } from "./simple-commands.ts";
import { writeWrapped } from "./wrappers.ts";

const COMMENTS = ["# plain", "# zed lost; 'open", '# "', "# $(zed lost)", "# `", "#"];

export function writeCommand(g: Grammar): Tree {
  const { random } = g;
  if (g.depth <= 0) return g.program();
  return random.weighted<(g: Grammar) => Tree>([
    [10, (at) => at.program()],
    [5, writeCompound],
    [6, writeWrapped],
    [1, writeAssignments],
    [2, writeBuiltin],
    [g.wild ? 3 : 0, writeEvaluating],
  ])(g);
}

/** Commands joined by pipes, perhaps timed or negated. */
function writePipeline(g: Grammar): Tree {
  const { random } = g;
  const first = g.command();
  if (g.depth <= 0) return first;
  return random.weighted<() => Tree>([
    [14, () => first],
    [3, () => branch("command", "pipeline")`${first} | ${g.command()}`],
    [1, () => branch("command", "pipeline-stderr")`${first} |& ${g.command()}`],
    [1, () => branch("command", "pipeline")`${first} |${NEWLINE}${g.command()}`],
    [1, () => branch("command", "negation")`! ${first}`],
    [1, () => branch("command", "time")`${random.pick(["time", "time -p", "time --"])} ${first}`],
    [1, () => branch("command", "negation", "time")`! time ${first}`],
  ])();
}

/** Pipelines joined by operators and newlines. */
export function writeList(g: Grammar): Tree {
  const { random } = g;
  const count =
    g.depth <= 0
      ? 1
      : random.weighted([
          [6, 1],
          [4, 2],
          [1, 3],
        ] as const);
  const parts: Tree[] = [writePipeline(g)];
  for (let at = 1; at < count; at += 1) {
    parts.push(branch("optional", ...["list" as const])`${writeSeparator(g)}${writePipeline(g)}`);
  }
  return sequence("list", parts);
}

function writeSeparator({ random }: Grammar): Tree {
  return random.weighted<() => Tree>([
    [5, () => branch("other", "list")`; `],
    [2, () => branch("other", "and-or")` && `],
    [2, () => branch("other", "and-or")` || `],
    [1, () => branch("other", "and-or")` &&${NEWLINE}`],
    [2, () => branch("other", "background")` & `],
    [3, () => branch("other", "newline")`${NEWLINE}`],
    [1, () => branch("other", "comment")` ${random.pick(COMMENTS)}${NEWLINE}`],
    [1, () => branch("other", "newline")`${NEWLINE}  ${NEWLINE}`],
  ])();
}

/** A list with what reserved words want after it. */
export function writeClosedList(g: Grammar): Tree {
  const end = g.random.weighted<() => Tree>([
    [6, () => "; "],
    [2, () => branch("other", "newline")`${NEWLINE}`],
    [1, () => branch("other", "background")` & `],
  ])();
  return branch("list")`${g.list()}${end}`;
}
