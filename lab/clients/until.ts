const STEP_MS = 250;

/** Waits for something outside of this process; false when it does not come. */
export async function until(isSo: () => boolean, limitMs = 90_000): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return true;
}
