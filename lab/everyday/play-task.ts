/** Plays a task at a level, and compares what came with what is right. */
import { type LoopbackModel, openLoopbackModel } from "../clients/loopback-model.ts";
import { type EverydayWorld, openEverydayWorld, type WorldOptions } from "./everyday-world.ts";
import { openTerminal, type Terminal } from "./run-at-terminal.ts";
import { type Chat, type Level, type Step, stepAt, type Task, type TypedLine } from "./task.ts";

export interface Played {
  readonly task: string;
  readonly level: Level;
  /** Questions, over all of its lines. */
  readonly asked: number;
  /** The last line of what a person saw. */
  readonly result: string;
  /** Why it is wrong; empty when it is right. */
  readonly wrong: readonly string[];
}

interface Seen {
  readonly asked: number;
  readonly screen: string;
  readonly wrong: readonly string[];
}

/** Longer than any step takes on a machine that does much else, and shorter than a test may take: a wait that fails is told. */
const WAIT_MS = 100_000;
const LONG_WAIT_MS = 600_000;

export interface PlayOptions extends Pick<WorldOptions, "level" | "program"> {
  /** How long the person waits for anything; by the task unless given. */
  readonly waitMs?: number;
}

export async function playTask(
  task: Task,
  { level, program, waitMs = task.isLong === true ? LONG_WAIT_MS : WAIT_MS }: PlayOptions,
): Promise<Played> {
  const world = openEverydayWorld({ level, program, files: task.files });
  let asked = 0;
  let screen = "";
  const wrong: string[] = [];
  try {
    const fault = task.before === undefined ? null : world.shell(task.before);
    if (fault !== null) throw new Error(`the preparation ${fault}`);
    for (const step of task.steps) {
      const seen = await playStep(world, stepAt<Step>(step, level), waitMs);
      asked += seen.asked;
      screen = seen.screen;
      wrong.push(...seen.wrong);
      // What follows would only repeat it.
      if (wrong.length > 0) break;
    }
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error));
  } finally {
    world.remove();
  }
  return { task: task.name, level, asked, result: lastLine(screen), wrong };
}

async function playStep(world: EverydayWorld, step: Step, waitMs: number): Promise<Seen> {
  const seen =
    "chat" in step ? await playChat(world, step, waitMs) : await playLine(world, step, waitMs);
  const left = step.holds === undefined ? null : world.shell(step.holds);
  const wrong = [...seen.wrong, ...(left === null ? [] : [`afterwards \`${step.holds}\` ${left}`])];
  return wrong.length === 0
    ? { ...seen, wrong }
    : { ...seen, wrong: [...wrong, `on the screen:\n${seen.screen}`] };
}

async function playLine(
  world: EverydayWorld,
  { words, answer, ...line }: TypedLine,
  waitMs: number,
): Promise<Seen> {
  const terminal = openTerminal(world, words, { answer, waitMs });
  const named = `toolplane ${words.join(" ")}`;
  const wrong: string[] = [];
  try {
    const { stopAt } = line;
    if (stopAt !== undefined) {
      // A card shows the command too: what is asked is answered first.
      const isThere = () => terminal.cards.length >= line.asked && stopAt.test(terminal.screen());
      if (!(await terminal.waits(isThere))) wrong.push(`${named} never showed ${stopAt}`);
      terminal.press("\u0003");
    }
    await terminal.waits(() => false);
    if (!terminal.hasEnded()) wrong.push(`${named} did not end`);
  } finally {
    await terminal.end();
  }
  const code = await terminal.ended;
  const wanted = line.code ?? 0;
  if (code !== wanted) wrong.push(`${named} ended with ${code} and not with ${wanted}`);
  return seenAt(terminal, line, wrong);
}

async function playChat(world: EverydayWorld, talk: Chat, waitMs: number): Promise<Seen> {
  const model = await openLoopbackModel();
  model.play(talk.calls ?? []);
  const words = ["chat", "--model", `${model.url}/v1#stub`];
  const terminal = openTerminal(world, words, { answer: talk.answer, waitMs });
  const wrong: string[] = [];
  try {
    for (const { keys, shows } of talk.chat) {
      terminal.press(keys);
      if (await terminal.waits(() => shows.test(terminal.screen()))) continue;
      wrong.push(`after ${JSON.stringify(keys)} the chat never showed ${shows}`);
      break;
    }
  } finally {
    await terminal.end();
    model.close();
  }
  return seenAt(terminal, talk, [...wrong, ...unlikeHeard(model, talk)]);
}

function unlikeHeard(model: LoopbackModel, { heard = [], unheard = [] }: Chat): readonly string[] {
  const text = model.heard().at(-1)?.text ?? "";
  return [
    ...heard.filter((words) => !words.test(text)).map((words) => `the model never heard ${words}`),
    ...unheard.filter((words) => words.test(text)).map((words) => `the model heard ${words}`),
  ];
}

function seenAt(
  terminal: Terminal,
  step: Omit<TypedLine, "words"> | Chat,
  wrong: readonly string[],
): Seen {
  const { cards } = terminal;
  const screen = terminal.screen();
  // Lines are folded to the width of the window.
  const text = [...cards, screen]
    .join("\n")
    .replaceAll(/\s*\n[\s┃│]*/g, " ")
    .replaceAll(/ +/g, " ");
  return {
    asked: cards.length,
    screen: cards.length === 0 ? screen : `${cards.join("\n")}\n${screen}`,
    wrong: [
      ...wrong,
      ...(cards.length === step.asked ? [] : [`asked ${cards.length} times and not ${step.asked}`]),
      ...(step.sees ?? [])
        .filter((words) => !words.test(text))
        .map((words) => `never said ${words}`),
      ...(step.never ?? []).filter((words) => words.test(text)).map((words) => `said ${words}`),
    ],
  };
}

function lastLine(screen: string): string {
  return screen.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
