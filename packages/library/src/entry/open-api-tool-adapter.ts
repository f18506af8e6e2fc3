/** S4's `OpenApiToolAdapter`, ready-made: files are read from this disk, descriptions are fetched over HTTP, both bounded. */
import { readFile, stat } from "node:fs/promises";
import { type OpenApiToolAdapter as Adapter, createOpenApiToolAdapter } from "@toolplane/compat";
import { ConfigurationError } from "@toolplane/contract";
import { fromOpenApi } from "@toolplane/openapi";

/** The largest descriptions in the wild are a third of it. */
const MAX_BYTES = 32 * 1024 * 1024;
const FETCH_MS = 30_000;

export const OpenApiToolAdapter: Adapter = createOpenApiToolAdapter({
  fromOpenApi,
  async readFile(path) {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw tooLarge(path);
    return readFile(path, "utf8");
  },
  async fetchText(url) {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok)
      throw new ConfigurationError(url, `the server answered ${response.status}, no description`);
    return textOf(response, url);
  },
});

async function textOf({ body }: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge(url);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(where: string): ConfigurationError {
  return new ConfigurationError(where, `a description has at most ${MAX_BYTES} bytes`);
}
