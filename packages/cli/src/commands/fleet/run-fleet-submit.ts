import type { Engine } from "@toolplane/contract/ports";
import { namedCommit, type Order, submitKept, submitNew } from "@toolplane/library/rooms/fleet";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { chooseRun } from "../../models/choose-run.ts";
import { costGiven } from "../../models/cost-given.ts";
import { namedModel } from "../../models/named-model.ts";
import { line, note } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { withFleet } from "./with-fleet.ts";

export const runFleetSubmit: CommandRun = (context) => {
  const { arguments: given } = context;
  const [prompt] = given.words;
  const word = given.text("run");
  if ((prompt === undefined) === (word === undefined))
    throw new CliError("Say what is to be done, or which run: --run RUN.");
  if (prompt?.trim() === "") throw new CliError("The prompt is empty.");
  const model = prompt === undefined ? "" : (namedModel(context) ?? "");
  const order = orderOf(context);
  const workspace = workspaceOf(context);
  const costMicros = costGiven(given);
  if (costMicros !== undefined && word !== undefined)
    throw new CliError("--max-cost is for a new run: a kept one has its own budget.");
  return withFleet(context, async ({ state, engine, runs }) => {
    const ground = { engine, runs, store: state.store };
    const limits = costMicros === undefined ? {} : { limits: { costMicros } };
    const { TRACEPARENT: trace } = context.environment;
    const more = { ...limits, ...(trace === undefined ? {} : { trace }) };
    const { run, isNew } =
      word === undefined
        ? await submitNew(ground, { prompt: prompt ?? "", model, workspace, ...more }, order)
        : await submitKept(ground, (await chooseRun(runs, word)).id, order);
    return {
      json: { run, isNew },
      shown: [
        line(run),
        note(isNew ? await taking(engine, order, workspace) : "It was submitted already."),
        note("  toolplane fleet   shows what waits."),
      ],
    };
  });
};

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;

/** Says what will become of it as things are: a queue that nobody serves is often a slip of the pen. */
async function taking(
  engine: Pick<Engine, "show">,
  { queue = "default", labels = [] }: Order,
  workspace: string | null,
): Promise<string> {
  const [repository, commit] = workspace?.split("@") ?? [];
  const place = commit === undefined ? `workspace=${workspace}` : `repository=${repository}`;
  const needs = workspace === null ? labels : [...labels, place];
  const { workers } = await engine.show();
  const isTaken = workers.some(
    (one) =>
      one.isHeld &&
      !one.isDraining &&
      one.queues.includes(queue) &&
      needs.every((label) => one.labels.includes(label)),
  );
  if (isTaken) return "A worker takes it.";
  const all = [`queue ${queue}`, ...needs].join(", ");
  return `It waits: no worker that is there now has ${escapeText(all)}.`;
}

function workspaceOf({ arguments: given }: CommandContext): string | null {
  const folder = given.text("folder");
  const repository = given.text("repository");
  const commit = given.text("commit");
  if ((repository === undefined) !== (commit === undefined))
    throw new CliError("--repository and --commit go together.");
  if (folder !== undefined && !NAME.test(folder))
    throw new CliError(
      `--folder takes the name of a workspace, and ${escapeText(folder)} is none.`,
      {
        next: ["toolplane worker --folder NAME=FOLDER   gives a folder one."],
      },
    );
  if (repository === undefined || commit === undefined) return folder ?? null;
  if (folder !== undefined) throw new CliError("Say --folder or --repository, not both.");
  return namedCommit({ repository, commit });
}

function orderOf({ arguments: given }: CommandContext): Order {
  const queue = given.text("queue");
  const priority = given.number("priority");
  const after = given.number("after");
  const key = given.text("key");
  return {
    labels: given.list("need"),
    ...(queue === undefined ? {} : { queue }),
    ...(priority === undefined ? {} : { priority }),
    ...(after === undefined ? {} : { notBeforeMs: Date.now() + after * 1_000 }),
    ...(key === undefined ? {} : { key }),
  };
}
