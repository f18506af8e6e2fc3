import { openJudge } from "@toolplane/library/rooms/product";
import { actionOf, draftLayers, openJudgingSession } from "@toolplane/library/rooms/rules";
import { readSettings } from "@toolplane/library/rooms/settings";
import { findTool } from "../../calls/find-tool.ts";
import { readValues } from "../../calls/read-values.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { openRuleFile } from "../../rule-files/open-rule-file.ts";
import { drawing } from "../../terminal/shown/shown.ts";
import { explanationLines } from "./explanation-lines.ts";

const CODES = { allow: EXIT_CODES.done, ask: EXIT_CODES.needsPerson, deny: EXIT_CODES.denied };

export const runPolicyExplain: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const { tool, isSourced } = await findTool(context.arguments.words[0] ?? "", settings);
  const values = await readValues(context, tool);
  const policy = await readDraft(context, settings.policy);
  const judge = await openJudge({ settings, policy, ...(isSourced ? { sources: "kept" } : {}) });
  try {
    const { arguments: given } = context;
    const seen = (given.text("seen") ?? "").split(",").map((label) => label.trim());
    const session = openJudgingSession(judge, {
      seen: seen.filter((label) => label !== ""),
      said: given.text("said") ?? "",
    });
    const explanation = await session.explain({ id: "explain", name: tool.id, arguments: values });
    const origin = judge.kernel.tools().find(({ tool: one }) => one.id === tool.id);
    const layer = origin?.layer ?? explanation.origin;
    const { workspace } = settings;
    return {
      exitCode: CODES[actionOf(explanation)],
      json: explanation,
      shown: [
        drawing(({ paint, width }) =>
          explanationLines(explanation, { paint, width: Math.min(width, 100), workspace, layer }),
        ),
      ],
    };
  } finally {
    await judge.close();
  }
};

async function readDraft(context: CommandContext, policy: Parameters<typeof draftLayers>[0]) {
  const file = context.arguments.text("rules");
  if (file === undefined) return policy;
  return draftLayers(policy, (await openRuleFile(context, file, "project")).layer);
}
