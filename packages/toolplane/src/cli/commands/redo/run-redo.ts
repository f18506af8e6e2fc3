import type { CommandRun } from "../../command/command.ts";
import { runMove } from "../undo/run-move.ts";

/** Makes changes again. */
export const runRedo: CommandRun = (context) => runMove(context, "redo");
