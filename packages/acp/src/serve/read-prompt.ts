/**
 * Separates a person's message: their own words, and what came along with them. Only words count as a person's; the
 * text of a file that an editor puts beside them may have another author.
 */
import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";
import type { AcpPrompt } from "../port/acp-agent.ts";

/** Throws a RequestError for what the agent did not say that it takes. */
export function readPrompt(blocks: readonly ContentBlock[], takesImages: boolean): AcpPrompt {
  const words: string[] = [];
  const attached: { uri: string; text: string }[] = [];
  const images: { data: string; mimeType: string }[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        words.push(block.text);
        break;
      case "resource_link":
        words.push(linkText(block.uri, block.name));
        break;
      case "resource":
        if ("text" in block.resource)
          attached.push({ uri: block.resource.uri, text: block.resource.text });
        else words.push(linkText(block.resource.uri, block.resource.uri));
        break;
      case "image":
        if (!takesImages) throw refused("pictures");
        images.push({ data: block.data, mimeType: block.mimeType });
        break;
      default:
        throw refused("sound");
    }
  }
  const prompt = { words: words.join("\n").trim(), attached, images };
  if (prompt.words === "" && attached.length === 0 && images.length === 0)
    throw RequestError.invalidParams(undefined, "the prompt is empty");
  return prompt;
}

function refused(what: string): RequestError {
  return RequestError.invalidParams(undefined, `this agent takes no ${what}`);
}

/** The model opens it with its own tools, by the rules. */
function linkText(uri: string, name: string): string {
  const path = filePath(uri);
  return path === null ? `[${name}](${uri})` : `\`${path}\``;
}

/** The path of a file's address; null for any other. */
export function filePath(uri: string): string | null {
  const url = URL.parse(uri);
  if (url?.protocol !== "file:" || (url.host !== "" && url.host !== "localhost")) return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
}
