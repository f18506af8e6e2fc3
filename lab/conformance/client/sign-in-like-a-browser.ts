/** A person who signs in at once: the suite's authorization server asks nothing and sends the browser straight back. */
export async function signInLikeABrowser(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { redirect: "manual", signal });
  const back = answer.headers.get("location");
  if (back === null) throw new TypeError(`the sign-in answered ${answer.status}`);
  return back;
}
