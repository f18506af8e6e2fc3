/**
 * Programs whose first word that is no option says what they do. Rules about some of their uses name that word, so options
 * before it must not hide it. git has a reader of its own.
 */
export const SUBCOMMAND_PROGRAMS: ReadonlySet<string> = new Set(
  [
    "npm pnpm yarn bun deno npx lerna nx turbo vercel netlify firebase wrangler cargo rustup go docker podman buildah nerdctl",
    "docker-compose kubectl helm oc minikube kind gh glab hub terraform tofu pulumi ansible aws gcloud gsutil az doctl heroku",
    "fly flyctl pip pip3 pipx poetry uv pdm hatch twine conda mamba gem bundle dotnet nuget composer mix brew apt apt-get",
    "dnf yum pacman apk snap flatpak systemctl service hg svn jj bzr fossil sl vagrant packer vault consul nomad gpg op",
  ]
    .join(" ")
    .split(" "),
);
