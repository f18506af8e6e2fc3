import { judgeCut, judgeList, judgeRead, judgeRefusal } from "../judge-heard.ts";
import type { ClientRunner } from "../run-client.ts";
import { judged, type Trial } from "../trial.ts";

/** Which tools the model is shown, and what it reads of a call, of a refusal and of more than a result holds. */
export async function tryBasics({ model, start }: ClientRunner): Promise<readonly Trial[]> {
  model.play([
    { tool: "read", arguments: { path: "README.md" } },
    { tool: "read", arguments: { path: ".env" } },
    { tool: "bash", arguments: { command: "seq 1 200000" } },
  ]);
  const { output } = await start().ended;
  const heard = model.heard();
  const results = heard.at(-1)?.results ?? [];
  if (heard.length === 0) return [judged("list", `no request with tools. ${output}`)];
  return [
    judged("list", judgeList(heard)),
    judged("call", judgeRead(results[0])),
    judged("refusal", judgeRefusal(results[1])),
    judged("cut", judgeCut(results[2])),
  ];
}
