/** Draws the work of every agent. Much of it is in the same files, some of it in the same lines. */
import { createRandom, type Random } from "../../test/shell-fuzz/random.ts";
import { PROJECT } from "./make-project.ts";
import type { Marks, Step, Task } from "./task.ts";

export interface Amount {
  readonly agents: number;
  readonly tasks: number;
  /** Files of the project. */
  readonly files: number;
  readonly seed: number;
  /** All tasks are of this kind. */
  readonly kind?: string;
}

type Draw = (mark: string, random: Random, files: number) => Pick<Task, "steps" | "apply">;

const SHARED_FILES = 80;

const adding =
  (...paths: readonly string[]) =>
  (mark: string) =>
  (marks: Marks): void => {
    for (const path of paths) marks.set(path, (marks.get(path) ?? new Set()).add(mark));
  };

function insert(path: string, anchor: string, added: string): Step {
  return { by: "edit", path, anchor, added };
}

const command = (paths: readonly string[], line: string): Step => ({ by: "command", paths, line });

const appended = (mark: string, path: string): string =>
  `grep -qs ${mark} ${path} || echo '- ${mark}' >> ${path}`;

const KINDS: Readonly<Record<string, Draw>> = {
  "a line of a list": (mark, { int }) => {
    const path = PROJECT.listPath(int(PROJECT.lists));
    const anchor = `- line ${int(PROJECT.listLines)}.\n`;
    return { steps: [insert(path, anchor, `- ${mark}\n`)], apply: adding(path)(mark) };
  },
  "a word in a line of others": (mark, { int }) => {
    const path = PROJECT.boardPath(int(PROJECT.boards));
    const line = `grep -q ${mark} ${path} || sed -i 's/^slot ${int(PROJECT.slots)}:.*/& ${mark}/' ${path}`;
    return { steps: [command([path], line)], apply: adding(path)(mark) };
  },
  "a key of JSON": (mark, { int }) => {
    const path = PROJECT.features;
    const step = insert(path, '"features": {\n', `    "${mark}": ${int(100)},\n`);
    return { steps: [step], apply: adding(path)(mark) };
  },
  "an import and its use": (mark, { int }) => {
    const part = `src/parts/${mark}.js`;
    const hub = PROJECT.hubPath(int(PROJECT.hubs));
    const at = `import { base } from "./parts/base.js";\n`;
    const steps: readonly Step[] = [
      { by: "write", path: part, text: `export const ${mark} = "${mark}";\n` },
      insert(hub, at, `import { ${mark} } from "./parts/${mark}.js";\n`),
      insert(hub, `// Use ${int(PROJECT.uses)}.\n`, `used.push(${mark});\n`),
    ];
    return { steps, apply: adding(part, hub)(mark) };
  },
  "a plugin with the next number": (mark) => {
    const path = `plugins/${mark}.js`;
    const line = `rm -f ${path}; last=$(cat plugins/*.js | sed -n 's/.*number = \\([0-9]*\\);.*/\\1/p' | sort -n | tail -n 1); echo "export const number = $((last + 1)); // ${mark}" > ${path}`;
    return { steps: [command([path], line)], apply: adding(path)(mark) };
  },
  "a note on a topic": (mark, { int }) => {
    const path = PROJECT.topicPath(int(PROJECT.topics));
    const line = `mkdir -p notes; ${appended(mark, path)}`;
    return { steps: [command([path], line)], apply: adding(path)(mark) };
  },
  "a new file": (mark) => {
    const path = `made/${mark}.md`;
    return {
      steps: [{ by: "write", path, text: `# ${mark}\n` }],
      apply: adding(path)(mark),
    };
  },
  "an old file goes": (_mark, { int }) => {
    const path = PROJECT.oldPath(int(PROJECT.old));
    return {
      steps: [command([path], `rm -f ${path}`)],
      apply: (marks) => void marks.delete(path),
    };
  },
  "an old file moves": (_mark, { int }) => {
    const old = int(PROJECT.old);
    const from = PROJECT.oldPath(old);
    const to = PROJECT.movedPath(old);
    return {
      steps: [
        command([from, to], `mkdir -p moved; if [ -e ${from} ]; then mv -f ${from} ${to}; fi`),
      ],
      apply: (marks) => {
        const moved = marks.get(from);
        if (moved === undefined) return;
        marks.delete(from);
        marks.set(to, moved);
      },
    };
  },
  "a line of an old file, wherever it is": (mark, { int }) => {
    const old = int(PROJECT.old);
    const from = PROJECT.oldPath(old);
    const to = PROJECT.movedPath(old);
    const line = `mkdir -p old; f=${from}; if [ -e ${to} ]; then f=${to}; fi; ${appended(mark, "$f")}`;
    return {
      steps: [command([from, to], line)],
      apply: (marks) => {
        const path = marks.has(to) ? to : from;
        marks.set(path, (marks.get(path) ?? new Set()).add(mark));
      },
    };
  },
  "a file that nobody shares": (mark, { int }, files) => {
    const path = PROJECT.restPath(int(Math.max(1, files - SHARED_FILES)));
    const file = /file-(\d+)/.exec(path)?.[1] ?? "";
    const anchor = `file ${file}, line ${int(30)}\n`;
    return { steps: [insert(path, anchor, `- ${mark}\n`)], apply: adding(path)(mark) };
  },
};

const WEIGHTS: readonly (readonly [number, string])[] = [
  [20, "a line of a list"],
  [12, "a word in a line of others"],
  [10, "a key of JSON"],
  [10, "an import and its use"],
  [8, "a plugin with the next number"],
  [6, "a note on a topic"],
  [6, "a new file"],
  [5, "an old file goes"],
  [5, "an old file moves"],
  [6, "a line of an old file, wherever it is"],
  [12, "a file that nobody shares"],
];

/** The tasks of each agent, in their order. */
export function makeTasks({
  agents,
  tasks,
  files,
  seed,
  kind: only,
}: Amount): readonly (readonly Task[])[] {
  const random = createRandom(seed);
  return Array.from({ length: agents }, (_agent, agent) =>
    Array.from({ length: tasks }, (_task, at): Task => {
      const mark = `a${String(agent).padStart(2, "0")}t${String(at).padStart(3, "0")}`;
      const kind = only ?? random.weighted(WEIGHTS);
      const drawn = KINDS[kind]?.(mark, random, files);
      if (drawn === undefined) throw new TypeError(`no task is called ${kind}`);
      return { mark, kind, ...drawn };
    }),
  );
}
