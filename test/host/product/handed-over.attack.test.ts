/**
 * A command hands a descriptor of its view to a process of its session that runs on. What lands is moved and not copied, so that
 * process would hold the very folder that then stands in the workspace.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { landingOf } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { allowAll, openProduct, outcomeOf, type Product } from "./fixture.ts";

/** Takes what it is handed, waits for a word of ours, and writes. */
const TAKER = `import socket,array,os,time
s=socket.socket(socket.AF_UNIX,socket.SOCK_STREAM); s.bind('/tmp/s.sock'); s.listen(1)
print('listening',flush=True)
c,_=s.accept()
_,given,_,_=c.recvmsg(16,socket.CMSG_LEN(64))
fds=array.array('i')
for _,_,d in given: fds.frombytes(d[:len(d)-len(d)%4])
while not os.path.exists('/tmp/go'): time.sleep(0.02)
for fd in fds:
  try:
    if os.path.isdir('/proc/self/fd/%d'%fd):
      g=os.open('.envrc',os.O_CREAT|os.O_WRONLY,0o755,dir_fd=fd); os.write(g,b'x')
    else: os.lseek(fd,0,0); os.write(fd,b'changed')
    print('wrote',flush=True)
  except OSError as e: print('refused',e.errno,flush=True)
print('tried',flush=True)
time.sleep(600)
`;
const GIVER = `import socket,array,os,sys
os.mkdir('new'); open('new/a.txt','w').write('judged'); open('plain.txt','w').write('judged')
fds=[os.open('new',os.O_RDONLY|os.O_DIRECTORY),os.open('.',os.O_RDONLY|os.O_DIRECTORY),os.open('plain.txt',os.O_RDONLY)]
if sys.argv[1]=='writing': fds.append(os.open('plain.txt',os.O_RDWR))
s=socket.socket(socket.AF_UNIX,socket.SOCK_STREAM); s.connect('/tmp/s.sock')
s.sendmsg([b'x'],[(socket.SOL_SOCKET,socket.SCM_RIGHTS,array.array('i',fds))])
`;

async function openTaker(sandbox: "auto" | "plain") {
  const product = await openProduct({
    sandbox,
    preset: "everyday",
    contained: true,
    files: { "taker.py": TAKER, "giver.py": GIVER },
    rules: [allowAll],
  });
  const { details } = await product.call("background", {
    action: "start",
    command: "python3 taker.py",
  });
  const { id = "" } = (details ?? {}) as { readonly id?: string };
  const said = { text: "" };
  const hears = (word: string) =>
    expect
      .poll(async () => {
        said.text += JSON.stringify(
          outcomeOf(await product.call("background", { action: "read", id })),
        );
        return said.text;
      })
      .toContain(word);
  await hears("listening");
  return { product, said, hears };
}

function letGo({ session }: Product): void {
  writeFileSync(join(session.manifest.variables?.scratch?.[0] ?? "", "go"), "");
}

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a descriptor handed to a process that runs on (needs ${needs})`, () => {
    it("writes nothing once the command's changes have landed", async () => {
      const { product, said, hears } = await openTaker(sandbox);
      const { workspace } = product;
      const result = await product.call("bash", { command: "python3 giver.py reading" });
      expect(landingOf(result)?.state).toBe("landed");
      letGo(product);
      await hears("tried");
      expect(said.text).not.toContain("wrote");
      expect(said.text.match(/refused/g)).toHaveLength(3);
      expect(readdirSync(join(workspace, "new"))).toEqual(["a.txt"]);
      expect(existsSync(join(workspace, ".envrc"))).toBe(false);
      expect(readFileSync(join(workspace, "plain.txt"), "utf8")).toBe("judged");
    });

    it("that could still write keeps the set from landing, and others land beside it", async () => {
      const { product, hears } = await openTaker(sandbox);
      const { workspace } = product;
      const result = await product.call("bash", { command: "python3 giver.py writing" });
      expect(landingOf(result)).toMatchObject({ state: "dropped", why: "failed" });
      expect(JSON.stringify(result)).toContain("holds what the command wrote open");
      const other = await product.call("bash", { command: "echo mine > other.txt" });
      expect(landingOf(other)?.state).toBe("landed");
      letGo(product);
      await hears("tried");
      expect(readdirSync(workspace).toSorted()).toEqual(["giver.py", "other.txt", "taker.py"]);
    });
  });
