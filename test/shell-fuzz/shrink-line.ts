/** Makes a failing line smaller on its tree: a smaller line that fails is kept, until none of its smaller neighbours fails. */
import type { Branch, Tree } from "./line-tree.ts";
import { renderLine } from "./render-line.ts";

const MAX_ROUNDS = 80;
const MAX_CANDIDATES = 48;

/** Shrinks. `failing` says for each candidate whether it still fails, all in one run. */
export async function shrinkLine(
  tree: Tree,
  failing: (trees: readonly Tree[]) => Promise<readonly boolean[]>,
): Promise<Tree> {
  let current = tree;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const length = renderLine(current).length;
    const smaller = [...variantsOf(current)]
      .map((variant) => ({ variant, length: renderLine(variant).length }))
      .filter((candidate) => candidate.length < length && candidate.length > 0)
      .sort((one, other) => one.length - other.length);
    const found = await firstFailing(
      smaller.map(({ variant }) => variant),
      failing,
    );
    if (found === undefined) return current;
    current = found;
  }
  return current;
}

async function firstFailing(
  trees: readonly Tree[],
  failing: (trees: readonly Tree[]) => Promise<readonly boolean[]>,
): Promise<Tree | undefined> {
  for (let from = 0; from < trees.length; from += MAX_CANDIDATES) {
    const batch = trees.slice(from, from + MAX_CANDIDATES);
    const at = (await failing(batch)).indexOf(true);
    if (at !== -1) return batch[at];
  }
  return undefined;
}

/** Every tree that differs from this one in a single place. */
function* variantsOf(tree: Tree): Generator<Tree> {
  if (typeof tree === "string" || tree.kind === "newline") return;
  if (tree.kind === "here-document") yield "";
  if (tree.kind === "branch") {
    yield* replacementsOf(tree);
    for (const [at, part] of tree.parts.entries()) {
      if (typeof part === "object" && part.kind !== "branch") yield replacePart(tree, at, "");
      for (const variant of variantsOf(part)) yield replacePart(tree, at, variant);
    }
    return;
  }
  for (const body of variantsOf(tree.body)) yield { ...tree, body };
}

const SIMPLEST: Readonly<Partial<Record<Branch["sort"], string>>> = {
  optional: "",
  other: "",
  word: "w",
  arithmetic: "1",
  command: "true",
  list: "true",
};

function* replacementsOf(tree: Branch): Generator<Tree> {
  const simplest = SIMPLEST[tree.sort];
  if (simplest !== undefined) yield simplest;
  yield* innerPieces(tree, tree.sort);
}

/** Pieces further down that may stand where this one stood. */
function* innerPieces(tree: Tree, sort: Branch["sort"]): Generator<Tree> {
  if (typeof tree === "string" || tree.kind === "newline") return;
  for (const child of tree.kind === "branch" ? tree.parts : [tree.body]) {
    if (typeof child === "object" && child.kind === "branch" && fits(child.sort, sort)) yield child;
    yield* innerPieces(child, sort);
  }
}

function fits(inner: Branch["sort"], outer: Branch["sort"]): boolean {
  const commands = ["command", "list"];
  return inner === outer || (commands.includes(inner) && commands.includes(outer));
}

function replacePart(tree: Branch, at: number, part: Tree): Branch {
  return { ...tree, parts: tree.parts.with(at, part) };
}
