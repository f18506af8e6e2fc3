/**
 * Fetches an address and gives what is there as text. A status that is no success is an answer like any other: the model
 * reads it and the body that came with it. What comes back is marked as untrusted: it is text to read, not to obey.
 */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { type ReadableBody, readBody } from "./readable-body.ts";

export interface WebFetchArguments {
  readonly url: string;
}

/** As much as the network door lets through, so that the tool never refuses what the door gave. */
const MAX_BYTES = 5_000_000;
/** Counted after the text was extracted. */
const MAX_OUTPUT = 200_000;

/** The tool `web_fetch`. Its data is text: a few lines about the answer, an empty one, the content. */
export const webFetchTool: Tool<WebFetchArguments, string> = defineTool({
  id: "web_fetch",
  label: "Fetch",
  description: [
    "Fetches a public web address (http or https) and returns it as text: pages as Markdown without navigation and advertising, PDF by page, JSON indented, other text as it is, pictures as pictures.",
    "Redirects are followed; the first lines say the status and where the content came from.",
    "It also reads what this session serves on localhost. To send data, set headers or reach another server on this machine, use http_request.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: { url: { type: "string", minLength: 1, description: "The whole address." } },
    required: ["url"],
    additionalProperties: false,
  },
  requires: { net: { hosts: ["**"] }, capabilities: ["compute"] },
  resources: { url: { access: "net.fetch", method: "GET" } },
  mode: "read",
  kind: "fetch",
  repeatable: true,
  limits: { maxOutput: MAX_OUTPUT },
  execute: async ({ url }, { net, compute }) => {
    const response = await net.fetch(url, { headers: REQUEST_HEADERS, maxBytes: MAX_BYTES });
    const body = await readBody(response, compute);
    const { status, url: finalUrl, headers } = response;
    const { type, title, author, image } = body;
    return output(describePage(response, body), {
      untrusted: { source: finalUrl },
      details: {
        url: finalUrl,
        status,
        type,
        title: title ?? null,
        author: author ?? null,
        headers,
      },
      ...(image ? { content: [image] } : {}),
    });
  },
});

const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  accept: "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.8",
  "accept-language": "en, *;q=0.5",
  "user-agent": "toolplane",
};

function describePage(
  {
    url,
    status,
    statusText,
  }: { readonly url: string; readonly status: number; readonly statusText: string },
  { type, title, author, notes, text }: ReadableBody,
): string {
  return [
    `URL: ${url}`,
    `Status: ${`${status} ${statusText}`.trim()}`,
    `Type: ${type || "unknown"}`,
    ...(title === undefined ? [] : [`Title: ${title}`]),
    ...(author === undefined ? [] : [`Author: ${author}`]),
    ...notes.map((note) => `Note: ${note}`),
    "",
    text === "" ? "(empty)" : text,
  ].join("\n");
}
