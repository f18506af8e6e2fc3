/** Takes the picture out of the clipboard, where the desktop has a program for that, and puts what stands for it where one types. */
import { execFile } from "node:child_process";
import type { Picture } from "@toolplane/agent";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import { findProgram, foldersOutside } from "@toolplane/host";
import { formatBytes } from "@toolplane/readings";
import { pictureType } from "@toolplane/tools";
import type { ChatGround } from "./chat-ground.ts";
import type { ChatScreen } from "./chat-screen.ts";

/** As much as `read` shows of a file. */
const MOST_BYTES = 3_750_000;
const MOST_LISTED = 65_536;
const PATIENCE_MS = 5_000;
/** Held in memory; the oldest goes. */
const MOST_HELD = 8;

type ClipboardGround = Pick<ChatGround, "context" | "pictures" | "settings">;

/** Never rejects: what goes wrong is said in the chat. */
export async function showClipboard(
  ground: ClipboardGround,
  { hear }: Pick<ChatScreen, "hear">,
): Promise<void> {
  const found = await readClipboard(ground);
  if (typeof found === "string") return hear({ type: "note", mark: "failed", text: found });
  const { pictures } = ground;
  const last = [...pictures.keys()].at(-1) ?? "0";
  const name = `[picture ${Number(/\d+/.exec(last)?.[0]) + 1}]`;
  const [oldest = ""] = pictures.keys();
  if (pictures.size >= MOST_HELD) pictures.delete(oldest);
  pictures.set(name, found);
  hear({ type: "insert", text: `${name} ` });
}

/** How a program is asked which kinds of content there are, and for one of them. */
interface ClipboardProgram {
  readonly name: string;
  /** Set where its kind of desktop runs. */
  readonly variable: string;
  readonly list: readonly string[];
  readonly take: (type: string) => readonly string[];
}

const PROGRAMS: readonly ClipboardProgram[] = [
  {
    name: "wl-paste",
    variable: "WAYLAND_DISPLAY",
    list: ["--list-types"],
    take: (type) => ["--no-newline", "--type", type],
  },
  {
    name: "xclip",
    variable: "DISPLAY",
    list: ["-selection", "clipboard", "-t", "TARGETS", "-o"],
    take: (type) => ["-selection", "clipboard", "-t", type, "-o"],
  },
];

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

/** The picture, or why there is none. */
async function readClipboard({ context, settings }: ClipboardGround): Promise<Picture | string> {
  const { environment } = context;
  const reserved = settings.workspace === null ? [] : [settings.workspace];
  // A program of the same name in the project is the project's.
  const folders = foldersOutside(environment.PATH ?? DEFAULT_PATH, reserved);
  const usable = PROGRAMS.filter(({ variable }) => (environment[variable] ?? "") !== "");
  const program = usable.find(({ name }) => findProgram(name, folders) !== name);
  if (program === undefined) {
    const names = (usable.length === 0 ? PROGRAMS : usable).map(({ name }) => name).join(" or ");
    return `The clipboard cannot be read here: that needs ${names} on a desktop of this machine. A picture in a file: @picture.png`;
  }
  const ask = (words: readonly string[], most: number): Promise<Buffer | null> =>
    outputOf(findProgram(program.name, folders), words, { most, environment });
  const listed = (await ask(program.list, MOST_LISTED))?.toString("latin1").split(/\s+/) ?? [];
  const type = TYPES.find((one) => listed.includes(one));
  if (type === undefined) return "There is no picture in the clipboard.";
  const bytes = await ask(program.take(type), MOST_BYTES);
  if (bytes === null)
    return `The picture in the clipboard cannot be had, or is larger than ${formatBytes(MOST_BYTES)}. A smaller copy in a file: @picture.png`;
  const kind = pictureType(bytes);
  if (kind === null) return "What the clipboard holds says that it is a picture, and is none.";
  return { type: "image", data: bytes.toString("base64"), mime_type: kind };
}

/** Null where it failed, took too long or said too much. */
function outputOf(
  program: string,
  words: readonly string[],
  {
    most,
    environment,
  }: {
    readonly most: number;
    readonly environment: Readonly<Record<string, string | undefined>>;
  },
): Promise<Buffer | null> {
  const options = {
    maxBuffer: most,
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL" as const,
    encoding: "buffer" as const,
    env: { ...environment },
  };
  return new Promise((resolve) => {
    execFile(program, [...words], options, (error, stdout) => resolve(error ? null : stdout));
  });
}
