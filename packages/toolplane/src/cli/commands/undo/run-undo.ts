import type { CommandRun } from "../../command/command.ts";
import { runMove } from "./run-move.ts";

export const runUndo: CommandRun = (context) => runMove(context, "undo");
