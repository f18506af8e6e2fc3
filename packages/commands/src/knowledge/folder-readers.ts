/**
 * Programs that take a whole folder by themselves, named or not: they pack it, build from it or send it away. The words are what
 * must follow the program's name, options left out; `named` where the last word after them says which folder. Some take files of
 * a known name instead.
 */
export interface FolderReader {
  /** Names, separated by blanks. */
  readonly names: string;
  /** Uses, each of one or more words; an empty one is a call without any. Every use unless given. */
  readonly uses?: readonly string[];
  readonly named?: true;
  /** Only with an option like this. */
  readonly option?: RegExp;
  /** Not with a word like this. */
  readonly unless?: RegExp;
  /** Only where one of these files, separated by blanks, holds one of the words. */
  readonly mentioned?: { readonly in: string; readonly words: readonly string[] };
  /** Not the folder but these in it, separated by blanks; each counts where it is there. */
  readonly files?: string;
}

const DEPLOYS = [
  "deploy",
  "pages deploy",
  "publish",
  "up",
  "launch",
  "dev",
  "serve",
  "build",
  "package",
];

export const FOLDER_READERS: readonly FolderReader[] = [
  { names: "npm pnpm yarn bun", uses: ["pack", "publish", "npm publish", "pm pack"] },
  { names: "lerna", uses: ["publish"] },
  { names: "jsr", uses: ["publish"] },
  { names: "deno", uses: ["publish"] },
  { names: "cargo", uses: ["package", "publish"] },
  { names: "poetry uv flit hatch pdm rye maturin", uses: ["build", "publish", "package"] },
  { names: "pyproject-build" },
  { names: "gem", uses: ["build"] },
  { names: "mix", uses: ["hex.build", "hex.publish"] },
  { names: "composer", uses: ["archive"] },
  { names: "dotnet", uses: ["pack", "publish"] },
  { names: "nuget", uses: ["pack"] },
  { names: "vsce ovsx", uses: ["package", "publish", "ls"] },
  { names: "web-ext", uses: ["build", "sign"] },
  {
    names: "docker podman nerdctl buildah",
    uses: [
      "build",
      "bud",
      "image build",
      "buildx build",
      "builder build",
      "buildx b",
      "buildx bake",
    ],
    named: true,
  },
  {
    names: "docker podman nerdctl",
    uses: ["compose build", "compose up", "compose create", "compose run", "compose watch"],
  },
  {
    names: "docker-compose podman-compose",
    uses: ["build", "up", "create", "run"],
  },
  // Both print what they put in from there.
  { names: "docker podman nerdctl", uses: ["compose config", "compose convert"], files: ".env" },
  { names: "docker-compose podman-compose", uses: ["config", "convert"], files: ".env" },
  // As packages, through a runner of them; by name they are wrappers.
  {
    names: "dotenvx dotenv dotenv-cli dotenv-vault env-cmd godotenv shdotenv @dotenvx/dotenvx",
    files: ".env",
  },
  // With no value the option means this file.
  { names: "deno", option: /^--env(?:-file)?$/, files: ".env" },
  { names: "pack", uses: ["build"] },
  { names: "earthly nixpacks img kaniko", named: true },
  { names: "skaffold", uses: ["build", "run", "dev"] },
  { names: "7z 7za 7zr 7zz rar", uses: ["a", "u", "m"] },
  { names: "jar", uses: ["cf", "cvf", "cfe", "cfm"] },
  { names: "helm", uses: ["package"], named: true },
  { names: "vercel now surge", uses: ["", "deploy", "dev", "build"] },
  {
    names: "netlify firebase wrangler fly flyctl railway eb serverless sls sam cdk",
    uses: DEPLOYS,
  },
  { names: "heroku", uses: ["container:push", "builds:create", "deploy:jar"] },
  { names: "gcloud", uses: ["builds submit", "app deploy", "run deploy", "functions deploy"] },
  { names: "az", uses: ["acr build", "webapp up", "functionapp deployment"] },
  { names: "cf", uses: ["push"] },
  { names: "restic borg kopia duplicity", named: true },
  { names: "repomix gitingest files-to-prompt code2prompt yek", named: true },
  { names: "gitleaks trufflehog detect-secrets semgrep snyk trivy", named: true },
  { names: "http-server serve live-server browser-sync sirv caddy", named: true },
];
