/**
 * A host whose requests are read: programs that look for certificates in different places take the session's, each by its own means.
 * What they are told to trust is shown to them alone, and a program that takes nothing of it is named with the way out.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { ToolResult } from "@toolplane/contract";
import { TEST_AUTHORITY, TEST_SERVER } from "@toolplane/disk/fixtures";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { nameTable } from "../../installs/loopback.ts";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openProduct } from "./fixture.ts";

const HOST = "secure.test";
const URL_OF = (path: string) => `https://${HOST}/${path}`;
const SYSTEM_BUNDLE = "/etc/ssl/certs/ca-certificates.crt";

const has = (program: string, option = "--version"): boolean =>
  spawnSync(program, [option]).status === 0;

/** Java has no variable for a proxy, so the program says itself how it reaches the relay. */
const JAVA = `
import java.net.*;
class Read {
  public static void main(String[] words) throws Exception {
    URI proxy = new URI(System.getenv("HTTPS_PROXY"));
    System.setProperty("socksProxyHost", proxy.getHost());
    System.setProperty("socksProxyPort", String.valueOf(proxy.getPort()));
    String[] known = proxy.getUserInfo().split(":");
    Authenticator.setDefault(new Authenticator() {
      protected PasswordAuthentication getPasswordAuthentication() {
        return new PasswordAuthentication(known[0], known[1].toCharArray());
      }
    });
    System.out.print(new String(new URL(words[0]).openStream().readAllBytes()));
  }
}`;
const GO = `package main
import ("fmt"; "io"; "net/http"; "os")
func main() {
  answer, err := http.Get(os.Args[1])
  if err != nil { fmt.Println(err); return }
  body, _ := io.ReadAll(answer.Body)
  fmt.Print(string(body))
}`;

const LOOK = `cmp ${SYSTEM_BUNDLE} /toolplane/trust/bundle.pem && echo alike
echo x >> ${SYSTEM_BUNDLE} || echo closed
`;

/** What each of them reads: a variable of its own, that of OpenSSL, or the system's file. */
const CLIENTS: Readonly<Record<string, readonly [isThere: boolean, command: string]>> = {
  curl: [has("curl"), `curl -sS ${URL_OF("curl")}`],
  wget: [has("wget"), `wget -q -O - ${URL_OF("wget")}`],
  git: [has("git"), `git ls-remote ${URL_OF("git")} 2>&1`],
  python: [
    has("/usr/bin/python3"),
    `/usr/bin/python3 -c 'import urllib.request as u; print(u.urlopen("${URL_OF("python")}").read().decode())'`,
  ],
  openssl: [
    has("openssl", "version"),
    `env -u SSL_CERT_FILE openssl verify -CAfile ${SYSTEM_BUNDLE} /toolplane/trust/authority.pem`,
  ],
  go: [has("/usr/bin/go", "version"), `GOCACHE=/tmp/go /usr/bin/go run read.go ${URL_OF("go")}`],
  java: [has("/usr/bin/java"), `/usr/bin/java Read.java ${URL_OF("java")}`],
};

/** What they are told differs between sandboxes only in what is shown in place of the system's files. */
const LOOKS_AT_FILES: readonly string[] = ["wget", "java"];

const textOf = (result: ToolResult): string => JSON.stringify(result);

async function open(sandbox: "auto" | "plain") {
  const paths: string[] = [];
  const server = createServer(TEST_SERVER, ({ url = "" }, response) => {
    paths.push(url.replace(/\?.*/, ""));
    response.end(`read ${url}\n`);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const names = nameTable({ [HOST]: (server.address() as AddressInfo).port });
  const product = await openProduct({
    sandbox,
    tools: [bashTool],
    files: { "Read.java": JAVA, "read.go": GO, "look.sh": LOOK },
    resolver: names.resolver,
    connector: names.connector,
    extraCertificates: [TEST_AUTHORITY],
    rules: [{ permission: "net.fetch", pattern: `READ ${HOST}/**`, action: "allow" }],
  });
  const run = async (command: string): Promise<ToolResult> =>
    product.call("bash", { command, timeout_ms: 120_000 });
  return { run, paths };
}

/** Commands are not shown what lies in /tmp: there they find the system's own Node, which may be too old to ask a proxy. */
const seesNode =
  SANDBOX_LEVELS.some(({ sandbox, runs }) => sandbox === "auto" && runs) &&
  !realpathSync(process.execPath).startsWith("/tmp/");

it.skipIf(!seesNode)(
  "a host whose requests are read is trusted by Node (needs bubblewrap and a checkout outside /tmp)",
  async () => {
    const { run, paths } = await open("auto");
    const url = URL_OF("node");
    const told = await run(
      `node -e 'fetch("${url}").then((a) => a.text()).then((t) => process.stdout.write(t))'`,
    );
    expect(paths, textOf(told)).toEqual(["/node"]);
  },
);

describe.each(SANDBOX_LEVELS.filter(({ runs }) => runs))(
  "a host whose requests are read ($kind) (needs $needs)",
  ({ sandbox }) => {
    it("is trusted by every client that is here", async () => {
      const { run, paths } = await open(sandbox);
      const there = Object.entries(CLIENTS).filter(
        ([name, [isThere]]) => isThere && (sandbox === "auto" || LOOKS_AT_FILES.includes(name)),
      );
      const told: string[] = [];
      for (const [, [, command]] of there) told.push(textOf(await run(command)));
      const wanted = there.map(([name]) => (name === "openssl" ? name : `/${name}`));
      const seen = [...paths.map((path) => path.replace(/\/info\/refs$/, ""))];
      if (told.some((text) => text.includes("authority.pem: OK"))) seen.push("openssl");
      expect(seen.sort(), told.join("\n")).toEqual(wanted.sort());
    });

    it("leaves what the system trusts as it was for everybody else", async () => {
      const before = readFileSync(SYSTEM_BUNDLE, "utf8");
      const { run } = await open(sandbox);
      expect(textOf(await run("sh look.sh"))).toMatch(/alike\\n.*closed/);
      expect(readFileSync(SYSTEM_BUNDLE, "utf8")).toBe(before);
    });
  },
);
