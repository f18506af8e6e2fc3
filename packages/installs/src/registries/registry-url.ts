/** Reads the address of a registry: its credentials apart, its path ending with a slash. Null for what is no such address. */
interface RegistryAddress {
  readonly url: URL;
  readonly authorization?: string;
}

export function readRegistryUrl(text: string): RegistryAddress | null {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  const { username, password } = url;
  url.username = "";
  url.password = "";
  url.hash = "";
  url.search = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  if (username === "" && password === "") return { url };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: basicAuthorization(pair) };
}

export function basicAuthorization(pair: string): string {
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}
