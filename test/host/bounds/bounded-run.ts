/** One call of a tool in a process of its own: what it said, for a test that measures how much memory that took. */
import { createToolplane } from "toolplane";

const [, , workspace = "", userData = "", tool = "", args = "{}"] = process.argv;
const tp = await createToolplane({
  workspace,
  userData,
  preset: "everyday",
  record: false,
  sandbox: "none",
  session: { mode: "yolo" },
  onWarning: () => {},
});
const session = tp.session();
const result = await session.call({ id: "call", name: tool, arguments: JSON.parse(args) });
await session.close();
await tp.close();
const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ result: JSON.stringify(result).slice(0, 2_000), peakMiB }));
