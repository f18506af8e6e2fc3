/** Run by `room.attack.test.ts` as another user: prints what came of the cases. */
import { PRODUCT_LEVELS } from "../../sandbox-levels.ts";
import { casesAt } from "./room-cases.ts";
import { runRoomCases } from "./run-room-cases.ts";

const at = PRODUCT_LEVELS.find(({ level }) => level === process.argv[2]);
if (at === undefined) throw new RangeError(`there is no level ${process.argv[2]}`);
const cases = casesAt(at.level, { everywhere: true });
process.stdout.write(JSON.stringify(await runRoomCases([...cases.over, ...cases.within], at)));
