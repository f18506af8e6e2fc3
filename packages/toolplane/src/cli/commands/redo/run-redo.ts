import type { CommandRun } from "../../command/command.ts";
import { runMove } from "../undo/run-move.ts";

export const runRedo: CommandRun = (context) => runMove(context, "redo");
