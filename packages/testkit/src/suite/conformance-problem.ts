export interface ConformanceProblem {
  readonly name: string;
  readonly problem: string;
}
