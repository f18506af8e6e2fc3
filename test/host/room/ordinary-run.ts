/** Run by `room.attack.test.ts` as another user: prints what came of the cases. */
import { OVER, WITHIN } from "./room-cases.ts";
import { runRoomCases } from "./run-room-cases.ts";

const sandbox = process.argv[2] === "plain" ? "plain" : "auto";
const cases = [...OVER, ...WITHIN].filter(({ everywhere }) => everywhere === true);
process.stdout.write(JSON.stringify(await runRoomCases(cases, sandbox)));
