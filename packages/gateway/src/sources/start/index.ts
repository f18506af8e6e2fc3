export { createKeeper } from "./create-keeper.ts";
export { type Callback, openCallback } from "./open-callback.ts";
export { type ProgramPlan, planProgram } from "./plan-program.ts";
export type { SignInOutcome, SourceSignIn } from "./sign-in-source.ts";
export { describeValues } from "./source-values.ts";
export { splitAuth } from "./split-auth.ts";
