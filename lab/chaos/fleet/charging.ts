/** The work of a fleet's sessions: they charge cards. */
import { setTimeout as pause } from "node:timers/promises";
import { type Model, scriptedModel } from "@toolplane/agent";
import { defineTool, type Tool } from "@toolplane/contract";
import { bashTool } from "@toolplane/tools";
import { leaveLine } from "../leave-line.ts";
import { COMMAND_ID, chargeId, planOf } from "./machine-task.ts";

/** Charging a card cannot be taken back, and must not happen twice. */
export function chargingTools(effects: string, hasCommands: boolean): readonly Tool[] {
  const own = [chargeTool(effects), signTool];
  return hasCommands ? [...own, bashTool as unknown as Tool] : own;
}

const chargeTool = (effects: string): Tool =>
  defineTool({
    id: "charge",
    description: "Charges a card.",
    parameters: {
      type: "object",
      properties: { name: { type: "string" }, ms: { type: "integer" } },
      required: ["name", "ms"],
      additionalProperties: false,
    },
    requires: {},
    mode: "local",
    async execute({ name, ms }: { readonly name: string; readonly ms: number }) {
      leaveLine(effects, name);
      await pause(ms);
      return "charged";
    },
  }) as unknown as Tool;

/** Asks a person first. */
const signTool = defineTool({
  id: "sign",
  description: "Has a person agree.",
  parameters: { type: "object", properties: {}, additionalProperties: false },
  requires: {},
  mode: "local",
  execute: async () => "agreed",
}) as unknown as Tool;

const AT_ONCE = 2;

/**
 * All charges in one answer, one after the other: between two states of the run many of them are made. With turns: a few in each, a
 * real command before them, and in some sessions a person is asked.
 */
export function chargingModel(hasTurns: boolean): Model {
  return scriptedModel(({ messages }, turn) => {
    const said = messages.find(({ role }) => role === "user") as { readonly text?: string };
    const { name, calls, ms } = planOf(said?.text ?? "");
    const charges = Array.from({ length: calls }, (_, at) => ({
      id: chargeId(at),
      name: "charge",
      arguments: { name: `${name}-${at}`, ms },
    }));
    if (!hasTurns) return turn > 0 ? { text: "Done." } : { calls: charges };
    const command = { id: COMMAND_ID, name: "bash", arguments: { command: "seq 1 3 | sort -r" } };
    const sign = { id: "sign", name: "sign" };
    const before = { a: [command, sign], p: [sign], s: [command] }[name.charAt(0)];
    if (before && turn === 0) return { calls: before };
    const past = before ? turn - 1 : turn;
    const some = charges.slice(past * AT_ONCE, (past + 1) * AT_ONCE);
    return some.length > 0 ? { calls: some } : { text: "Done." };
  });
}
