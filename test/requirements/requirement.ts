/**
 * One behaviour that must hold. A test proves it by carrying the id in its name: `it("… [R018]", …)`.
 * A row that waits is not built yet; once a test proves it, the mark has to go.
 */
export interface Requirement {
  readonly id: string;
  /** Document and line it comes from: S0 to S4 are the five documents the product answers to. */
  readonly source: string;
  readonly behaviour: string;
  /** The part of the product that will bring it. */
  readonly waitsFor?: string;
  /** How the requirement is read where the plain sentence would say more. */
  readonly note?: string;
}
