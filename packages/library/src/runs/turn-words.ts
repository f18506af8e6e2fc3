import type { OpenedRun } from "./kept-run.ts";

/** The model's words in each turn, or the names of its calls. */
export function turnWords({ said }: Pick<OpenedRun, "said">): readonly string[] {
  return said.flatMap((message) => {
    if (message.role !== "assistant") return [];
    const calls = message.calls.map(({ name }) => name).join(", ");
    return [message.text.split("\n")[0] || calls];
  });
}
