import { formRows, hasDigit, row, type TokenKind } from './token-kind.ts';

/** Secrets of forges, of registries of packages and images, and of tools that build or monitor software. */
export const CODE_KINDS: readonly TokenKind[] = [
  row(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    /(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{36,251})/y,
  ),
  row(
    'gitlab-token',
    [
      ...['glpat-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glimt-', 'glagent-', 'gloas-'],
      ...['glwt-', 'glffct-', 'GR1348941'],
    ],
    /(?:gl(?:pat|dt|rtr?|cbt|ptt|ft|soat|imt|agent|oas|wt|ffct)-[\w-]{20,300}(?:\.[a-z0-9]{2}\.[a-z0-9]{9})?|GR1348941[\w-]{20,22})/y,
  ),
  row(
    'bitbucket-token',
    ['ATBB', 'ATCTT3', 'BBDC-'],
    /(?:ATBB[\w=]{24,60}|ATCTT3[\w=-]{60,250}|BBDC-[\w+/@-]{40,50})/y,
  ),
  row('atlassian-token', ['ATATT3'], /ATATT3[\w=-]{60,250}/y),
  row(
    'sourcegraph-token',
    ['sgp_', 'slk_'],
    /(?:sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}|slk_[a-f0-9]{64})/y,
  ),
  { ...row('pypi-token', ['pypi-AgE'], /pypi-AgE[\w-]{50,1000}/y), strict: true },
  {
    ...row('crates-token', ['cio'], /cio[A-Za-z0-9]{32}/y),
    accept: (secret) => hasDigit(secret) && /[A-Z]/.test(secret),
  },
  row('artifactory-key', ['AKCp', 'cmVmd'], /(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})/y),
  {
    kind: 'grafana-token',
    anchors: ['glsa_', 'glc_eyJ', 'eyJrIjoi'],
    pattern: /(?:glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_eyJ[A-Za-z0-9+/=]{40,400}|eyJrIjoi[A-Za-z0-9+/]{50,400}={0,2})/y,
    strict: true,
  },
  { ...row('new-relic-key', ['NRAK-', 'NRII-', 'NRJS-', 'NRIQ-'], /NR(?:AK|II|JS|IQ)-[\w-]{19,32}/y), strict: true },
  row('sentry-token', ['sntrys_', 'sntryu_', 'sntrya_'], /sntry(?:s_eyJ[\w+/=]{60,500}|[ua]_[a-f0-9]{64})/y),
  {
    kind: 'launchdarkly-key',
    anchors: ['sdk-', 'api-'],
    pattern: /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/y,
    strict: true,
  },
  { ...row('octopus-key', ['API-'], /API-[A-Z0-9]{25,26}/y), strict: true },
  ...formRows([
    ['circleci-token', 'CCIPAT_ CCIPRJ_', '@{22}_#{40}'],
    ['buildkite-token', 'bkua_ bkaj_', '@{40,64}'],
    ['sonar-token', 'sqp_ squ_ sqa_', '#{40}'],
    ['npm-token', 'npm_', '@{36}'],
    ['rubygems-key', 'rubygems_', '#{48}'],
    ['nuget-key', 'oy2', '%{43}'],
    ['clojars-token', 'CLOJARS_', '%{60}'],
    ['docker-token', 'dckr_pat_ dckr_oat_', '~{20,60}'],
    ['postman-key', 'PMAK-', '#{24}-#{34}'],
    ['linear-key', 'lin_api_ lin_oauth_', '@{32,64}'],
    ['posthog-key', 'phx_ phs_', '@{40,56}'],
    ['dynatrace-token', 'dt0c01. dt0s16.', '^{24}.^{64}'],
  ]),
];
