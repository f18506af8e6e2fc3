export { createKeeper } from "./create-keeper.ts";
export { type Fetched, type FetchGround, fetchPackage, readNpmRegistry } from "./fetch-package.ts";
export { readFetchedPackage, removeFetchedPackage } from "./fetched-package.ts";
export { type Callback, openCallback } from "./open-callback.ts";
export { readPackageLine, splitSpec } from "./package-line.ts";
export { type ProgramPlan, planProgram } from "./plan-program.ts";
export type { SignInOutcome, SourceSignIn } from "./sign-in-source.ts";
export { describeValues } from "./source-values.ts";
export { splitAuth } from "./split-auth.ts";
