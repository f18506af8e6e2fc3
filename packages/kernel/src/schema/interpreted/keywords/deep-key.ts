import { writeCanonically } from "@toolplane/readings";

/**
 * Writes one text for each JSON value, equal exactly when the values are equal. It turns deep comparison against many
 * values into a look-up. `spend` gets each node's price. What is no JSON equals nothing.
 */
export function deepKey(value: unknown, spend: (steps: number) => void): string {
  const text = writeCanonically(value, spend);
  return text.ok ? text.value : text.message;
}
