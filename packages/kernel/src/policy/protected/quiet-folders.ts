/**
 * Hidden folders in which nothing runs by itself. Caches, environments and outputs; what version control and hosting
 * read on other machines (what a build server runs there is in `build-server-files.ts`); and what a person's own command reads. This list only exempts: a folder that is not on it is judged
 * by its shape, so a name that is missing costs one question and lets nothing through.
 */
const NAMES: ReadonlySet<string> = new Set(
  `
  .angular .ansible .astro .aws-sam .build .buildkite .bun .bzr .c8 .cabal .ccache .cdk.staging .changes .changeset .circleci
  .cmake .composer .conda .contentlayer .cpcache .crystal .cxx .dart_tool .deno .deps .docusaurus .docz .dub .dynamodb .eggs
  .elixir_ls .env .envs .eunit .expo .externalnativebuild .fingerprint .firebase .forgejo .fusebox .fvm .gitea .github
  .gitlab .gocache .gradle .hex .hpc .hypothesis .ice .ipynb_checkpoints .ivy2 .jekyll-metadata .jj .konan .kotlin .lake
  .libs .lighthouseci .m2 .mastra .mf .micromamba .minikube .molecule .netlify .next .nimble .nitro .nox .npm .nuget .nuxt
  .nx .nyc_output .objs .opam .open-next .parcel .pdm-build .pijul .pio .pixi .pnp .pnpm .pnpm-state .pnpm-store .pub .pulumi
  .pybuilder .pyodide .pyre .pytype .react-router .reuse .scala-build .scannerwork .semaphore .serverless .shadow-cljs
  .shards .sl .snapshots .sonar .sqlx .sst .stack-work .storybook .stryker .svelte-kit .swc .tanstack .tap .task .tekton
  .terraform .terragrunt .test-results .tox .transforms .tsup .turbo .umi .vagrant .vercel .verdaccio .vinxi .vite .vitepress .vitest
  .vuepress .webpack .well-known .wireit .woodpecker .worktrees .wrangler .yarn .zig
  `
    .trim()
    .split(/\s+/),
);

/** `.pytest_cache`, `.stryker-tmp`, `.venv311`: said by the name itself. */
const WORDS =
  /^\.(?:.*[-_.])?(?:caches?|te?mp|logs?|output|coverage|reports?|v(?:irtual)?env)[-_.\d]*$/;

/** For a folded name. */
export function isQuietFolder(name: string): boolean {
  return NAMES.has(name) || WORDS.test(name);
}
