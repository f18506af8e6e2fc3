/** Where nothing fits: leaves out one filter at a time, and says what that would find. */
import type { CallIndex } from "@toolplane/contract/ports";
import { type CallFilters, findCalls } from "@toolplane/library/rooms/record";
import { formatCount } from "@toolplane/readings";
import { note, type Shown } from "../../terminal/shown/shown.ts";

type Search = Parameters<typeof findCalls>[1];

/** More are not counted. */
const MOST = 1_000;

export async function findWithout(
  index: CallIndex,
  { filters, fromMs, untilMs }: Search,
): Promise<readonly Shown[]> {
  const range = {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(untilMs === undefined ? {} : { untilMs }),
  };
  const given = Object.keys(filters) as readonly (keyof CallFilters)[];
  const lines: Shown[] = [];
  const tell = async (name: string, search: Omit<Search, "limit">): Promise<void> => {
    const { calls } = await findCalls(index, { ...search, limit: MOST });
    const count = calls >= MOST ? `${formatCount(MOST)} or more` : formatCount(calls);
    if (calls > 0) lines.push(note(`  Without ${name} there are ${count}.`));
  };
  for (const name of given) {
    const { [name]: _, ...others } = filters;
    await tell(NAMES[name] ?? `--${name}`, { filters: others, ...range });
  }
  if (Object.keys(range).length > 0) await tell("the range of time", { filters });
  return lines;
}

const NAMES: Partial<Record<keyof CallFilters, string>> = {
  words: "these words",
  workspace: "this workspace (--all)",
};
