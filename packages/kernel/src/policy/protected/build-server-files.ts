/**
 * The files that a build server runs after a push: elsewhere, unasked, and with the secrets of the project. They are looked for in
 * any folder, because a repository may lie anywhere in the workspace.
 */
import type { ProtectedFile } from "./protected-file.ts";

const why = "a build server runs it after a push, with the project's secrets";

export const BUILD_SERVER_FILES: readonly ProtectedFile[] = [
  { pattern: ".{github,gitea,forgejo}/{workflows,actions}/**", why },
  { pattern: ".gitlab-ci.{yml,yaml}", why },
  { pattern: ".gitlab/ci/**", why },
  { pattern: ".{circleci,woodpecker,buildkite,semaphore,tekton,teamcity,builds,harness}/**", why },
  { pattern: ".{woodpecker,drone,travis,cirrus,appveyor,build,vsts-ci}.{yml,yaml}", why },
  { pattern: ".{drone.jsonnet,drone.star,cirrus.star,onedev-buildspec.yml}", why },
  { pattern: ".azure-pipelines/**", why },
  { pattern: "{azure-pipelines,bitbucket-pipelines,appveyor,wercker,codemagic}.{yml,yaml}", why },
  { pattern: "{buildspec,cloudbuild,bitrise,codefresh}.{yml,yaml}", why },
  { pattern: "{jenkinsfile,jenkinsfile.*,*.jenkinsfile}", why },
];
