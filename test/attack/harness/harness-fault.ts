/** A corpus that asks for what does not exist, told apart from everything that the product itself may throw. */
export function harnessFault(message: string): Error {
  return Object.assign(new Error(message), { name: FAULT });
}

/** True for an error made by {@link harnessFault}. */
export function isHarnessFault(error: unknown): boolean {
  return error instanceof Error && error.name === FAULT;
}

const FAULT = "HarnessFault";
