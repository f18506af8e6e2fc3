import { expect, it } from "vitest";
import { INPUT_PROGRAMS } from "./input-programs.ts";

const PARTS = [
  "\n",
  " ",
  "\\copy ",
  "\\copy a\n",
  "- ",
  ".import -a\n",
  "!\n",
  "readfile ",
  "attach\n",
];

/**
 * Of processor time of its own, for the machine may be busy. One that goes back over the text takes seconds for some of these; the
 * bound is far above what the others take.
 */
const MOST_MS = 1_000;

it("takes each expression over 64 KiB of anything without going back over it", () => {
  const slow = INPUT_PROGRAMS.flatMap(({ names, runs = [], files = [], unread }) =>
    [...runs, ...files, ...(unread ? [unread] : [])].flatMap((expression) =>
      PARTS.filter((part) => leastMs(expression, part.repeat(65_536 / part.length)) > MOST_MS).map(
        (part) => [names, String(expression), part],
      ),
    ),
  );
  expect(slow).toEqual([]);
});

function leastMs(expression: RegExp, text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = process.threadCpuUsage();
    text.replace(expression, "");
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
