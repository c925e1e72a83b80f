// kinds: tables of the secrets that are recognised by their form, by family; a new kind is a row, with samples in the
// tests. Rows only: `token-kind.ts` matches a row, `named-secrets.ts` finds values after telltale names.

import { formRows, hasDigit, row, type TokenKind } from './token-kind.ts';

/** Secrets of clouds, hosting, databases as a service and infrastructure. */
export const CLOUD_KINDS: readonly TokenKind[] = [
  row('aws-credentials', ['AKIA', 'ASIA'], /(?:AKIA|ASIA)[A-Z0-9]{16}[\s,;:|"']{1,3}[A-Za-z0-9/+]{40}/y),
  row('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'], /(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}/y),
  row(
    'aws-session-token',
    ['IQoJb3JpZ2luX2Vj', 'FwoGZXIvYXdz', 'FQoGZXIvYXdz'],
    /(?:IQoJb3JpZ2luX2Vj|F[wQ]oGZXIvYXdz)[A-Za-z0-9/+=%]{80,4000}/y,
  ),
  row('aws-bedrock-key', ['ABSKQmVkcm9ja0FQSUtleS'], /ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/=]{60,300}/y),
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
  {
    ...row('azure-api-key', ['JQQJ9'], /JQQJ9[A-Za-z0-9]{20,30}/y),
    before: { chars: /^[A-Za-z0-9]+$/, min: 52, max: 52 },
  },
  {
    ...row('azure-devops-token', ['AZDO'], /AZDO[A-Za-z0-9]{4}/y),
    before: { chars: /^[A-Za-z0-9]+$/, min: 76, max: 76 },
  },
  row('google-api-key', ['AIza', 'AQ.Ab'], /(?:AIza[\w-]{35}|AQ\.Ab[\w-]{40,80})/y),
  row('google-oauth-token', ['ya29.', '1//0'], /(?:ya29\.[\w-]{20,2000}|1\/\/0[\w-]{30,200})/y),
  { ...row('alibaba-access-key', ['LTAI'], /LTAI[A-Za-z0-9]{12,24}/y), accept: hasDigit },
  row('fly-token', ['fo1_', 'fm1a_', 'fm1r_', 'fm2_'], /(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{80,3000}={0,3})/y),
  row('cloudflare-origin-key', ['v1.0-'], /v1\.0-[a-f0-9]{24}-[a-f0-9]{100,200}/y),
  {
    ...row('terraform-token', ['.atlasv1.'], /\.atlasv1\.[\w=-]{60,70}/y),
    before: { chars: /^[A-Za-z0-9]+$/, min: 14, max: 14 },
  },
  row(
    'doppler-token',
    ['dp.pt.', 'dp.st.', 'dp.sa.', 'dp.ct.', 'dp.scim.', 'dp.audit.'],
    /dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/y,
  ),
  row('planetscale-token', ['pscale_'], /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/y),
  row('supabase-key', ['sbp_', 'sb_secret_'], /(?:sbp_(?:oauth_)?[a-f0-9]{40}|sb_secret_[\w-]{20,64})/y),
  row('databricks-token', ['dapi'], /dapi[a-f0-9]{32}(?:-\d)?/y),
  row('tailscale-key', ['tskey-'], /tskey-(?:[a-z]{2,10}-)?[A-Za-z0-9]{8,32}(?:-[A-Za-z0-9]{16,48})?/y),
  ...formRows([
    ['google-oauth-secret', 'GOCSPX-', '~{20,40}'],
    ['tencent-secret-id', 'AKID', '@{32}'],
    ['digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', '#{64}'],
    ['heroku-key', 'HRKU-', '~{36,80}'],
    ['netlify-token', 'nfp_ nfo_ nfc_', '@{36,60}'],
    ['render-key', 'rnd_', '@{28,40}'],
    ['vault-token', 'hvs. hvb. hvr.', '~{24,300}'],
    ['pulumi-token', 'pul-', '#{40}'],
    ['neon-key', 'napi_', '%{40,80}'],
    ['openshift-token', 'sha256~', '~{43}'],
  ]),
];
