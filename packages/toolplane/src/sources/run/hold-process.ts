/** Keeps this process alive while something is waited for that would not do so by itself: a server is nobody's reason to stay. */
export async function holdProcess<T>(work: Promise<T>): Promise<T> {
  const hold = setInterval(() => {}, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(hold);
  }
}
