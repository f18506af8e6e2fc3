import type { OpenedRun } from "./kept-run.ts";

/** What the model said or wanted in each turn. */
export function turnWords({ said }: Pick<OpenedRun, "said">): readonly string[] {
  return said.flatMap((message) => {
    if (message.role !== "assistant") return [];
    const calls = message.calls.map(({ name }) => name).join(", ");
    return [message.text.split("\n")[0] || calls];
  });
}
