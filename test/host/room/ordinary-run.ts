/** Run by `room.attack.test.ts` as another user, with a level and names of cases: prints what came of them. */
import { PRODUCT_LEVELS } from "../../sandbox-levels.ts";
import { casesAt } from "./room-cases.ts";
import { runRoomCases } from "./run-room-cases.ts";

const at = PRODUCT_LEVELS.find(({ level }) => level === process.argv[2]);
if (at === undefined) throw new RangeError(`there is no level ${process.argv[2]}`);
const names: readonly string[] = process.argv.slice(3);
const { over, within } = casesAt(at.level, { everywhere: true });
const cases = [...over, ...within].filter(({ name }) => names.includes(name));
process.stdout.write(JSON.stringify(await runRoomCases(cases, at)));
