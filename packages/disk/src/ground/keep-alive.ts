/** Node's longest; it never comes to that. */
const FOREVER_MS = 2 ** 31 - 1;

/** Keeps the process from ending until the returned function is called: for a wait that would not keep it by itself. */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, FOREVER_MS);
  return () => clearInterval(timer);
}
