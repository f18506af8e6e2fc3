/** Class 6: sessions share nothing that commands can write. */
import { rmSync, symlinkSync } from "node:fs";
import type { JsonObject, Rule, ToolResult } from "@toolplane/contract";
import type { EffectRow } from "../effect-row.ts";
import type { EffectWorld } from "../open-effect-world.ts";
import { callBeside, startBeside, stopBeside } from "./beside.ts";

const LOOK =
  "find / -xdev -name '*canary*' -not -path '/proc/*' 2>/dev/null; cat /tmp/* $HOME/.* 2>/dev/null; true";

/** The file tools of another session, asked for a path that the first wrote, by the name it has for both and by its own. */
async function seenByTools({ toolplane }: EffectWorld, folder: string): Promise<string> {
  const other = toolplane.session({ rules: [] });
  const seen: ToolResult[] = [];
  for (const path of ["/tmp", folder, `${folder}/..`, "linked"]) {
    for (const [name, more] of TOOLS) {
      const id = `tools-${seen.length}-${other.id}`;
      seen.push(await other.call({ id, name, arguments: { path, ...more } }));
    }
  }
  await other.close();
  return JSON.stringify(seen);
}

const TOOLS: readonly (readonly [string, JsonObject])[] = [
  ["list", {}],
  ["glob", { pattern: "**/*" }],
  ["grep", { pattern: "SESSION-CANAR[Y]", output_mode: "content" }],
];

function scratchOf({ session }: EffectWorld): string {
  return session([]).manifest.variables?.scratch?.[0] ?? "";
}

const BESIDE: readonly Rule[] = [{ permission: "background", pattern: "**", action: "allow" }];

/** Shared memory, a message queue, sockets without a file and on this machine's own address: the first word says which side it is. */
const SHARE = `
import ctypes, socket, sys, threading, time
c = ctypes.CDLL(None)
c.shmat.restype = ctypes.c_void_p
first = sys.argv[1] == "first"
def memory():
    p = c.shmat(c.shmget(0x5eed, 64, 0o1666), None, 0)
    if first: ctypes.memmove(p, b"CANARY", 6)
    return ctypes.string_at(p, 6)
def queue():
    q = c.msgget(0x5eed, 0o1666)
    b = ctypes.create_string_buffer((1).to_bytes(8, "little") + b"CANARY", 64)
    if first: return c.msgsnd(q, b, 6, 0o4000)
    b = ctypes.create_string_buffer(64)
    return (c.msgrcv(q, b, 32, 0, 0o4000), b.raw[8:14])
def meet(kind, name):
    s = socket.socket(kind)
    s.settimeout(5)
    if not first:
        s.connect(name)
        return s.recv(9)
    s.bind(name)
    s.listen()
    s.settimeout(None)
    threading.Thread(target=lambda: s.accept()[0].send(b"CANARY"), daemon=True).start()
for each in (memory, queue, lambda: meet(socket.AF_UNIX, "\\0seed"), lambda: meet(socket.AF_INET, ("127.0.0.1", 45673))):
    try: print(each())
    except OSError as error: print(error)
print("READY", flush=True)
if first: time.sleep(60)
`;

/** What the process printed once it is ready. */
async function readyOf(world: EffectWorld, id: string): Promise<string> {
  const untilMs = Date.now() + 20_000;
  let said = "";
  while (!said.includes("READY") && Date.now() < untilMs)
    said = JSON.stringify(await callBeside(world, BESIDE, { action: "read", id, offset: 0 }));
  return said;
}

export const SESSIONS: readonly EffectRow[] = [
  {
    class: 6,
    name: "another session's memory, queues and sockets",
    files: { "share.py": SHARE },
    calls: [],
    async faults(world) {
      const command = "/usr/bin/python3 share.py first";
      const id = await startBeside(world, BESIDE, { command });
      if (id === null) return ["did not run"];
      const first = await readyOf(world, id);
      const other = world.toolplane.session({ rules: BESIDE });
      const seen = await other.call({
        id: "other-queues",
        name: "bash",
        arguments: { command: "/usr/bin/python3 share.py second" },
      });
      const taken = await other.call({
        id: "other-process",
        name: "background",
        arguments: { action: "read", id },
      });
      await other.close();
      await stopBeside(world, BESIDE, id);
      const text = JSON.stringify(seen);
      return [
        ...(first.includes("CANARY") && text.includes("READY")
          ? []
          : [`did not run: ${first} ${text}`]),
        ...(text.includes("CANARY") ? [`seen: ${text}`] : []),
        ...(taken.type === "error" ? [] : ["another session's process can be read"]),
      ];
    },
  },
  {
    class: 6,
    name: "another session's scratch, by its file tools",
    calls: [
      "mkdir -p /tmp/canary-folder; echo SESSION-CANARY > /tmp/canary; echo SESSION-CANARY > /tmp/canary-folder/late",
      { tool: "write", arguments: { path: "/tmp/canary-written", content: "SESSION-CANARY" } },
    ],
    async faults(world, { results }) {
      symlinkSync(scratchOf(world), world.at("linked"));
      const seen = await seenByTools(world, scratchOf(world));
      rmSync(world.at("linked"));
      return [
        ...(/canary/i.test(seen) ? [`seen: ${seen}`] : []),
        ...(results.some(({ type }) => type === "error") ? ["did not run"] : []),
      ];
    },
  },
  {
    class: 6,
    name: "another session's kept output",
    calls: ["seq -f SESSION-CANARY-%.0f 1 60000"],
    async faults({ toolplane }, { text }) {
      const path = /\/[^\s"'\\]*toolplane-[^\s"'\\]+\.txt/.exec(text)?.[0] ?? "";
      const other = toolplane.session({ rules: [] });
      const seen = await other.call({ id: "kept", name: "read", arguments: { path, limit: 5 } });
      await other.close();
      return [
        ...(path === "" ? ["nothing was kept"] : []),
        ...(JSON.stringify(seen).includes("CANARY") ? ["seen"] : []),
      ];
    },
  },
  {
    class: 6,
    name: "another session's scratch and home",
    files: { "look.sh": LOOK },
    calls: [
      "echo SESSION-CANARY > /tmp/canary; echo SESSION-CANARY > $HOME/.npmrc; mkdir -p /tmp/canary-folder; (sleep 30 > /tmp/canary-late &)",
    ],
    async faults({ toolplane }, { results }) {
      const other = toolplane.session({ rules: [] });
      const command = { name: "bash", arguments: { command: "sh look.sh" } };
      const seen = await other.call({ id: "other-session", ...command });
      await other.close();
      return [
        ...(/canary/i.test(JSON.stringify(seen)) ? [`seen: ${JSON.stringify(seen)}`] : []),
        ...(seen.type === "error" || results[0]?.type === "error" ? ["did not run"] : []),
      ];
    },
  },
];
