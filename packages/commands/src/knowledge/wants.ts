/**
 * Programs that want a network for what their first word says, with the hosts that they reach for it when the line names no other.
 * What a registry front of ours serves has a registry instead, which counts only where no front stands. A build that fetches what
 * is missing (`mvn`, `gradle`) may need no network, what installs for the whole machine (`apt`, `brew`) may not write there, and
 * `docker` needs its daemon: with a host alone none of these is served, so they are not asked about before they run.
 */
import type { WantedPackage } from "@toolplane/contract";

export interface Want {
  readonly names: string;
  /** The first words that want it; every line of the program unless given. */
  readonly words?: string;
  readonly hosts?: string;
  /** Its hosts are those of this manager's settings. */
  readonly registry?: WantedPackage["manager"];
  /** Options whose value names another host. */
  readonly options?: string;
  /** It gives something away, so it is asked about each time. Second words that only look are not meant. */
  readonly sends?: true | RegExp;
}

/** Second words of `gh` that change nothing there. */
const GH_LOOKS = /^(?:list|view|status|diff|checks|checkout|clone|watch|download)$/;

export const WANTS: readonly Want[] = [
  { names: "gem", words: "install update fetch", hosts: "rubygems.org", options: "-s --source" },
  { names: "gem", words: "push yank", hosts: "rubygems.org", options: "--host", sends: true },
  {
    names: "bundle bundler",
    words: "install update add lock outdated",
    hosts: "rubygems.org index.rubygems.org",
  },
  {
    names: "composer",
    words: "install update require create-project outdated",
    hosts: "repo.packagist.org api.github.com codeload.github.com",
  },
  {
    names: "npm pnpm yarn",
    words: "publish unpublish deprecate dist-tag owner access login adduser token",
    hosts: "registry.npmjs.org",
    options: "--registry",
    sends: true,
  },
  {
    names: "twine poetry uv",
    words: "upload publish",
    hosts: "upload.pypi.org",
    options: "--repository-url --publish-url",
    sends: true,
  },
  { names: "cargo", words: "publish yank owner login", hosts: "crates.io", sends: true },
  {
    names: "gh",
    words: "pr issue repo release run workflow api gist search label secret variable project",
    hosts: "api.github.com",
    options: "--hostname",
    sends: GH_LOOKS,
  },
  {
    names: "npm pnpm yarn bun",
    words: "install i ci add update upgrade create dlx",
    registry: "npm",
    options: "--registry",
  },
  { names: "npx bunx pnpx", registry: "npm", options: "--registry" },
  {
    names: "pip pip3 pipx uv poetry pdm",
    words: "install download sync add lock update upgrade",
    registry: "pypi",
    options: "-i --index-url --index --default-index",
  },
  { names: "uvx", registry: "pypi", options: "--index --default-index" },
  { names: "cargo", words: "install add update fetch", registry: "cargo" },
  { names: "go", words: "get install", registry: "go" },
];

/** With one of these it reaches nothing. */
export const WANTS_NOTHING: RegExp = /^--?(?:h|help|V|version|offline|local|dry-run)$/;
