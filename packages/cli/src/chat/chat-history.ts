/** Lines that a person typed in earlier chats of a folder, readable by them alone. A history that cannot be read counts as empty. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "@toolplane/disk/ground";

const MOST = 500;
const MOST_BYTES = 1_048_576;

export interface ChatHistory {
  read(): Promise<readonly string[]>;
  write(entries: readonly string[]): Promise<void>;
}

export function openChatHistory(userData: string, workspace: string | null): ChatHistory {
  const folder = join(userData, "chat");
  const name = createHash("sha256")
    .update(workspace ?? "")
    .digest("hex")
    .slice(0, 32);
  const file = join(folder, `${name}.json`);
  return {
    async read() {
      const text = await readFile(file, "utf8").catch(() => "[]");
      return text.length > MOST_BYTES ? [] : entriesOf(text);
    },
    async write(entries) {
      const kept = entries.slice(-MOST);
      while (JSON.stringify(kept).length > MOST_BYTES) kept.shift();
      try {
        writeWhole(file, JSON.stringify(kept), 0o600);
      } catch {
        // A full disk must not end a chat; its history ends here.
      }
    },
  };
}

function entriesOf(text: string): readonly string[] {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
