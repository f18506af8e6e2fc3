import {
  type ProgramGround,
  type ProgramPlan,
  planProgram,
} from "../sources/start/plan-program.ts";
import type { LanguageServer } from "./language-servers.ts";

/** Plans the start of a server from its command; not ok where its program is not installed. */
export function planServer(
  { command, unconfined = false }: LanguageServer,
  ground: ProgramGround,
): ProgramPlan {
  const [program = "", ...args] = command;
  return planProgram(
    { kind: "program", command: program, args, env: {}, hosts: [], unconfined },
    ground,
  );
}
