/**
 * Programs that take a file of variables by themselves, though no word of the line names it, and hand what it holds to what they
 * run, serve or build. Each file counts where it is there. Some do so only where a file of the project says it (`mentioned`).
 */
import type { FolderReader } from "./folder-readers.ts";

const PLAIN = ".env";
const BY_MODE = [
  ".env .env.local .env.development .env.development.local .env.production .env.production.local",
  ".env.test .env.test.local",
].join(" ");
const DEV = ["", "dev", "develop", "start", "serve", "preview", "build", "generate", "export"];
/** It only says something about itself. */
const ASKS = /^(?:-v|-V|-h|--version|--help|--revision|--no-env-file)$/;

export const ENV_FILE_READERS: readonly FolderReader[] = [
  { names: "bun bunx", unless: ASKS, files: BY_MODE },
  {
    names:
      "next vite nuxt nuxi nitro nitropack astro remix react-router gatsby parcel expo sanity blitz rsbuild rspress farm umi max",
    uses: DEV,
    unless: ASKS,
    files: BY_MODE,
  },
  {
    names: "react-scripts craco react-app-rewired vue-cli-service razzle svelte-kit modern quasar",
    uses: [...DEV, "test"],
    files: BY_MODE,
  },
  {
    names: "electron-vite wxt vitepress vinxi slidev histoire ladle storybook sb",
    uses: DEV,
    unless: ASKS,
    files: BY_MODE,
  },
  { names: "start-storybook build-storybook", files: BY_MODE },
  { names: "rw redwood strapi medusa directus", uses: [...DEV, "console"], files: BY_MODE },
  { names: "convex", uses: ["dev", "run", "deploy"], files: ".env .env.local" },
  {
    names: "nx",
    uses: ["run", "run-many", "affected", "serve", "build", "test", "e2e", "start"],
    files: BY_MODE,
  },
  { names: "serverless sls", uses: ["offline", "invoke", "print", "info"], files: BY_MODE },
  { names: "pipenv", uses: ["run", "shell"], files: PLAIN },
  { names: "flask quart", unless: ASKS, files: ".env .flaskenv" },
  { names: "chainlit", uses: ["run"], files: PLAIN },
  { names: "meltano", unless: ASKS, files: PLAIN },
  {
    names: "python python3 py",
    uses: ["flask", "quart", "dotenv", "chainlit", "honcho"],
    option: /^-[A-Za-z]*m$/,
    files: ".env .flaskenv",
  },
  { names: "overmind", unless: ASKS, files: ".env .overmind.env" },
  { names: "hivemind goreman forego nf shoreman process-compose", unless: ASKS, files: PLAIN },
  { names: "heroku", uses: ["local", "local:run", "local:start"], files: PLAIN },
  { names: "act", unless: ASKS, files: ".env .secrets .vars .input" },
  { names: "dagger", uses: ["call", "run", "shell", "core"], files: PLAIN },
  { names: "varlock", uses: ["run", "load"], files: BY_MODE },
  { names: "artisan sail", unless: ASKS, files: PLAIN },
  { names: "php", uses: ["artisan"], files: PLAIN },
  {
    names: "symfony",
    uses: ["serve", "server:start", "local:server:start", "console", "run", "php", "var:export"],
    files: `${BY_MODE} .env.dev .env.dev.local`,
  },
  { names: "console", files: `${BY_MODE} .env.dev .env.dev.local` },
  { names: "php", uses: ["bin/console"], files: `${BY_MODE} .env.dev .env.dev.local` },
  { names: "prisma", unless: ASKS, files: ".env prisma/.env" },
  { names: "drizzle-kit sqlx diesel sea-orm-cli dbmate goose hasura", unless: ASKS, files: PLAIN },
  { names: "cargo", uses: ["sqlx"], files: PLAIN },
  {
    names: "supabase",
    uses: ["start", "functions", "db", "link", "secrets"],
    files: ".env .env.local supabase/.env supabase/functions/.env",
  },
  { names: "bru httpyac", unless: ASKS, files: PLAIN },
  { names: "quarkus", uses: ["dev", "run", "test", "build"], files: PLAIN },
  { names: "mvn mvnw gradle gradlew", uses: ["quarkus:dev", "quarkusDev"], files: PLAIN },
  { names: "dotenv-linter", files: BY_MODE },
  {
    names: "just",
    mentioned: { in: "justfile Justfile .justfile", words: ["dotenv"] },
    files: BY_MODE,
  },
  {
    names: "task go-task",
    mentioned: {
      in: "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml Taskfile.dist.yml Taskfile.dist.yaml",
      words: ["dotenv"],
    },
    files: BY_MODE,
  },
  {
    names: "mise rtx",
    mentioned: {
      in: "mise.toml .mise.toml mise.local.toml .mise/config.toml mise/config.toml .config/mise.toml .config/mise/config.toml",
      words: [".env", "_.file", "env_file"],
    },
    files: BY_MODE,
  },
  {
    names: "rails rake rackup puma sidekiq rspec unicorn hanami",
    mentioned: { in: "Gemfile", words: ["dotenv"] },
    files: BY_MODE,
  },
  {
    names: "pdm poetry rye",
    uses: ["run", "shell"],
    mentioned: { in: "pyproject.toml", words: ["env_file", "env-file", "dotenv"] },
    files: PLAIN,
  },
  {
    names: "devbox",
    mentioned: { in: "devbox.json", words: ["env_from"] },
    files: PLAIN,
  },
  { names: "devenv", mentioned: { in: "devenv.nix", words: ["dotenv"] }, files: PLAIN },
  {
    names: "turbo moon",
    mentioned: { in: ".moon/tasks.yml moon.yml turbo.json", words: ["envFile"] },
    files: PLAIN,
  },
];
