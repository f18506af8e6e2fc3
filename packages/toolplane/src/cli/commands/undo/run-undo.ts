import type { CommandRun } from "../../command/command.ts";
import { runMove } from "./run-move.ts";

/** Takes changes back. */
export const runUndo: CommandRun = (context) => runMove(context, "undo");
