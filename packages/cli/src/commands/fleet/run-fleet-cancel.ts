import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { chooseRun } from "../../models/choose-run.ts";
import { line, note } from "../../terminal/shown/shown.ts";
import { withFleet } from "./with-fleet.ts";

export const runFleetCancel: CommandRun = (context) =>
  say(context, "cancel", "is to end: its worker is told within two seconds");

export const runFleetWake: CommandRun = (context) => say(context, "wake", "is driven again");

function say(context: CommandContext, what: "cancel" | "wake", how: string): Promise<Report> {
  return withFleet(context, async ({ engine, runs }) => {
    const { id } = await chooseRun(runs, context.arguments.words[0] ?? "");
    if (!(await engine[what](id)))
      throw new CliError(`Run ${id} was not submitted to the fleet, or was cancelled.`, {
        next: ["toolplane fleet   shows what was."],
      });
    return { json: { run: id }, shown: [line(`Run ${id} ${how}.`), note("  toolplane fleet")] };
  });
}
