import { formRows, type TokenKind } from './token-kind.ts';

/** Secrets of forges, of registries of packages and images, and of tools that build or monitor software. */
export const CODE_KINDS: readonly TokenKind[] = formRows(`
github-token @{36,251} ghp_ gho_ ghu_ ghs_ ghr_
github-token \\w{36,251} github_pat_
gitlab-token ~{20,300}(?:.%{2}.%{9})? glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glwt- glffct-
gitlab-token ~{20,22} GR1348941
bitbucket-token [\\w=]{24,60} ATBB
bitbucket-token [\\w=-]{60,250} ATCTT3
bitbucket-token [\\w+/@-]{40,50} BBDC-
atlassian-token [\\w=-]{60,250} ATATT3
sourcegraph-token (?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40} sgp_
sourcegraph-token #{64} slk_
circleci-token @{22}_#{40} CCIPAT_ CCIPRJ_
buildkite-token @{40,64} bkua_ bkaj_ bkct_
sonar-token #{40} sqp_ squ_ sqa_
npm-token @{36} npm_
pypi-token! ~{50,1000} pypi-AgE
rubygems-key #{48} rubygems_
crates-token* @{32} cio
nuget-key %{43} oy2
clojars-token %{60} CLOJARS_
artifactory-key @{69} AKCp
artifactory-key @{59} cmVmd
docker-token ~{20,60} dckr_pat_ dckr_oat_
grafana-token! @{32}_#{8} glsa_
grafana-token! [A-Za-z0-9+/=]{40,400} glc_eyJ eyJrIjoi
new-relic-key! ~{19,32} NRAK- NRII- NRJS- NRIQ-
sentry-token [\\w+/=]{60,500} sntrys_eyJ
sentry-token #{64} sntryu_ sntrya_
dynatrace-token ^{24}.^{64} dt0c01. dt0s16.
launchdarkly-key! UUID sdk- api-
postman-key #{24}-#{34} PMAK-
linear-key @{32,64} lin_api_ lin_oauth_
posthog-key @{40,56} phx_ phs_
octopus-key! ^{25,26} API-`);
