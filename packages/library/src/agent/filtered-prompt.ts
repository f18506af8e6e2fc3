/** Puts a person's words to a run through a program's filters. */
import type { LoopInput, Picture } from "@toolplane/agent";
import type { InputFilter } from "./agent.ts";

/** The first that rejects decides; what the others warn of is added to the words. */
export function filteredPrompt(
  prompt: string,
  filters: readonly InputFilter[],
  context: string | undefined,
): LoopInput {
  const warnings: string[] = [];
  for (const filter of filters) {
    const verdict = filter(prompt);
    if (verdict === "pass") continue;
    if ("reject" in verdict) return { type: "input-reject", reason: verdict.reject };
    warnings.push(verdict.warn);
  }
  const whole = [prompt, ...warnings, ...(context === undefined ? [] : [context])];
  return { type: "prompt", text: whole.join("\n\n") };
}

export function withExtras(
  input: LoopInput,
  { pictures, notes }: { readonly pictures: readonly Picture[]; readonly notes: readonly string[] },
): LoopInput {
  if (input.type !== "prompt") return input;
  return {
    ...input,
    ...(pictures.length === 0 ? {} : { pictures }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}
