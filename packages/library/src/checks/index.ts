export type { CheckLine, CheckResult, CheckVerdict } from "./check-result.ts";
export {
  type CheckedSet,
  createRequiredChecks,
  type RequiredChecks,
  type RequiredChecksOptions,
} from "./create-required-checks.ts";
export type { CheckedView, FunctionCheck } from "./function-check.ts";
export type {
  CheckChange,
  CheckEffects,
  CheckRequest,
  CheckRun,
  CheckSide,
  CheckStop,
  KeptChecks,
  RunCheck,
} from "./run-check.ts";
export { typedChecks } from "./typed-checks.ts";
