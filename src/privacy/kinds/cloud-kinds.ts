// kinds: tables of the secrets that are recognised by their form, by family; a new kind is a row, with samples in the
// tests. Rows only: `token-kind.ts` matches a row, `named-secrets.ts` finds values after telltale names.

import { formRows, row, type TokenKind } from './token-kind.ts';

/** Secrets of clouds, hosting, databases as a service and infrastructure. */
export const CLOUD_KINDS: readonly TokenKind[] = [
  row('aws-credentials', ['AKIA', 'ASIA'], /(?:AKIA|ASIA)[A-Z0-9]{16}[\s,;:|"']{1,3}[A-Za-z0-9/+]{40}/y),
  {
    kind: 'signed-url',
    anchors: ['X-Amz-Signature=', 'X-Amz-Security-Token=', 'X-Goog-Signature=', '?sig=', '&sig=', ';sig='],
    pattern: /[?&;]?(?:sig|X-(?:Amz|Goog)-(?:Signature|Security-Token))=([\w%+/.-]{20,4000}={0,2})/iy,
    anywhere: true,
  },
  {
    kind: 'azure-storage-key',
    anchors: ['AccountKey=', 'SharedAccessKey=', 'AccessKey='],
    pattern: /(?:Account|SharedAccess|Access)Key=([A-Za-z0-9+/]{40,100}={0,2})/iy,
    anywhere: true,
  },
  {
    ...row('azure-client-secret', ['Q~'], /Q~[\w~.-]{31,34}/y),
    before: { chars: /^[A-Za-z0-9_~.]{3}\d$/, min: 4, max: 4 },
  },
  ...formRows(`
azure-api-key @{52}<@{20,30} JQQJ9
azure-api-key ~{44}<~{5,8}[=]{0,2} AzFu
azure-api-key @{33}<@{6}[=]{0,2} AzCa
azure-api-key @{42}<@{6} AzSe
azure-api-key &{76}<&{6}[=]{0,2} ACDb
azure-api-key &{42}<&{6} +ACR
azure-devops-token @{76}<@{4} AZDO
terraform-token @{14}<[\\w=-]{60,70} .atlasv1.
aws-access-key-id ^{16} AKIA ASIA ABIA ACCA
aws-access-key-id ^{17} A3T
aws-session-token [\\w+/=%]{80,4000} IQoJb3JpZ2luX2Vj FwoGZXIvYXdz FQoGZXIvYXdz
aws-bedrock-key ={60,2000} ABSKQmVkcm9ja0FQSUtleS bedrock-api-key-
google-api-key ~{35} AIza
google-api-key ~{40,80} AQ.Ab
google-oauth-token ~{20,2000} ya29.
google-oauth-token ~{30,200} 1//0
google-oauth-secret ~{20,40} GOCSPX-
alibaba-access-key? @{12,24} LTAI
tencent-secret-id @{32} AKID
digitalocean-token #{64} dop_v1_ doo_v1_ dor_v1_
heroku-key ~{36,80} HRKU-
fly-token ~{43} fo1_
fly-token &{80,3000}[=]{0,3} fm1a_ fm1r_ fm2_
netlify-token @{36,60} nfp_ nfo_ nfc_
render-key @{28,40} rnd_
cloudflare-origin-key #{24}-#{100,200} v1.0-
vault-token ~{24,300} hvs. hvb. hvr.
doppler-token (?:[a-z0-9_-]{2,35}.)?@{40,44} dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.
pulumi-token #{40} pul-
planetscale-token [\\w=.-]{32,64} pscale_tkn_ pscale_oauth_ pscale_pw_
supabase-key #{40} sbp_ sbp_oauth_
supabase-key ~{20,64} sb_secret_
neon-key %{40,80} napi_
databricks-token #{32}(?:-\\d)? dapi
openshift-token ~{43} sha256~
tailscale-key (?:[a-z]{2,10}-)?@{8,32}(?:-@{16,48})? tskey-`),
];
