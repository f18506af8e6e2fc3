import { namedCommit, type Order, submitKept, submitNew } from "@toolplane/library/rooms/fleet";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { chooseRun } from "../../models/choose-run.ts";
import { costGiven } from "../../models/cost-given.ts";
import { namedModel } from "../../models/named-model.ts";
import { line, note } from "../../terminal/shown/shown.ts";
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
        note(isNew ? "A worker takes it." : "It was submitted already."),
        note("  toolplane fleet   shows what waits."),
      ],
    };
  });
};

function workspaceOf({ arguments: given }: CommandContext): string | null {
  const folder = given.text("folder");
  const repository = given.text("repository");
  const commit = given.text("commit");
  if ((repository === undefined) !== (commit === undefined))
    throw new CliError("--repository and --commit go together.");
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
