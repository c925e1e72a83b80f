import { prefixSamples } from './prefix-samples.ts';

// Secrets for tests, put together at run time from parts so that no scanner takes this source for a leak.

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const HEX = `${DIGITS}abcdef`;
const LETTERS = LOWER + UPPER;
const ALNUM = LETTERS + DIGITS;
const URL64 = `${ALNUM}_-`;

/** Draws characters in a fixed order of its own: the same seed gives the same samples. */
export interface Dice {
  of(alphabet: string, length: number): string;
}

/** Dice by Marsaglia's xorshift of 32 bits. */
export function createDice(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  return {
    of: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(Math.floor((next() / 2 ** 32) * alphabet.length))).join(''),
  };
}

/** Characters of which one in four is a digit and both cases occur: random as real keys are, whatever the dice say. */
function mixed(dice: Dice, length: number, alphabet = ALNUM): string {
  return Array.from({ length }, (_, at) => dice.of(at % 4 === 3 ? DIGITS : at % 4 === 1 ? UPPER : alphabet, 1)).join(
    '',
  );
}

function uuid(dice: Dice): string {
  return [dice.of(HEX, 8), dice.of(HEX, 4), `4${dice.of(HEX, 3)}`, `a${dice.of(HEX, 3)}`, dice.of(HEX, 12)].join('-');
}

/** A JSON object in Base64 without padding, as tokens hold it. */
export function base64Json(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

type Make = (dice: Dice) => string[];

/** For each kind that is known by its form alone: at least two such secrets. */
export const TOKEN_SAMPLES: Readonly<Record<string, Make>> = {
  'aws-access-key-id': (d) => [`AK${'IA'}${d.of(UPPER, 16)}`, `AS${'IA'}${d.of(`${UPPER}234567`, 16)}`],
  'aws-session-token': (d) => [`IQoJb3JpZ2lu${'X2Vj'}${d.of(ALNUM, 200)}`, `FwoGZXIv${'YXdz'}${d.of(ALNUM, 300)}==`],
  'aws-bedrock-key': (d) => [
    `ABSKQmVkcm9ja0FQ${'SUtleS'}${d.of(ALNUM, 100)}=`,
    `ABSKQmVkcm9ja0FQ${'SUtleS'}${d.of(ALNUM, 80)}`,
  ],
  'azure-client-secret': (d) => [
    `${d.of(ALNUM, 3)}8${'Q~'}${d.of(URL64, 34)}`,
    `${d.of(ALNUM, 3)}7${'Q~'}${d.of(ALNUM, 31)}`,
  ],
  'azure-api-key': (d) => [
    `${d.of(ALNUM, 52)}${'JQQJ9'}9BB${d.of(ALNUM, 24)}`,
    `${d.of(ALNUM, 52)}${'JQQJ9'}9AL${d.of(ALNUM, 24)}`,
  ],
  'azure-devops-token': (d) => [
    `${d.of(ALNUM, 76)}${'AZ'}DO${d.of(ALNUM, 4)}`,
    `${d.of(ALNUM, 76)}${'AZ'}DO${d.of(ALNUM, 4)}`,
  ],
  'google-api-key': (d) => [`AI${'za'}${d.of(URL64, 34)}x`, `AQ.${'Ab'}${d.of(URL64, 49)}x`],
  'google-oauth-secret': (d) => [`GOC${'SPX-'}${d.of(URL64, 27)}x`, `GOC${'SPX-'}${d.of(ALNUM, 28)}`],
  'google-oauth-token': (d) => [`ya${'29.'}${d.of(URL64, 120)}x`, `1/${'/0'}${d.of(URL64, 60)}x`],
  'alibaba-access-key': (d) => [`LT${'AI'}${mixed(d, 20)}`, `LT${'AI'}${mixed(d, 16)}`],
  'tencent-secret-id': (d) => [`AK${'ID'}${d.of(ALNUM, 32)}`, `AK${'ID'}${d.of(ALNUM, 32)}`],
  'digitalocean-token': (d) => [`dop_${'v1_'}${d.of(HEX, 64)}`, `doo_${'v1_'}${d.of(HEX, 64)}`],
  'heroku-key': (d) => [`HR${'KU-'}${uuid(d)}`, `HR${'KU-'}AA${d.of(URL64, 57)}x`],
  'fly-token': (d) => [`fo${'1_'}${d.of(URL64, 42)}x`, `fm${'2_'}${d.of(ALNUM, 180)}==`],
  'netlify-token': (d) => [`nf${'p_'}${d.of(ALNUM, 36)}`, `nf${'o_'}${d.of(ALNUM, 40)}`],
  'render-key': (d) => [`rn${'d_'}${d.of(ALNUM, 32)}`, `rn${'d_'}${d.of(ALNUM, 28)}`],
  'cloudflare-origin-key': (d) => [
    `v1${'.0-'}${d.of(HEX, 24)}-${d.of(HEX, 146)}`,
    `v1${'.0-'}${d.of(HEX, 24)}-${d.of(HEX, 146)}`,
  ],
  'vault-token': (d) => [`hv${'s.'}${d.of(URL64, 94)}x`, `hv${'b.'}${d.of(URL64, 140)}x`],
  'terraform-token': (d) => [
    `${d.of(ALNUM, 14)}.atlas${'v1.'}${d.of(ALNUM, 67)}`,
    `${d.of(ALNUM, 14)}.atlas${'v1.'}${d.of(ALNUM, 64)}`,
  ],
  'doppler-token': (d) => [`dp.${'pt.'}${d.of(ALNUM, 43)}`, `dp.${'st.'}prod.${d.of(ALNUM, 40)}`],
  'pulumi-token': (d) => [`pu${'l-'}${d.of(HEX, 40)}`, `pu${'l-'}${d.of(HEX, 40)}`],
  'planetscale-token': (d) => [`pscale_${'tkn_'}${d.of(ALNUM, 43)}`, `pscale_${'pw_'}${d.of(ALNUM, 43)}`],
  'supabase-key': (d) => [`sb${'p_'}${d.of(HEX, 40)}`, `sb_${'secret_'}${d.of(ALNUM, 31)}`],
  'neon-key': (d) => [`na${'pi_'}${d.of(LOWER + DIGITS, 64)}`, `na${'pi_'}${d.of(LOWER + DIGITS, 48)}`],
  'databricks-token': (d) => [`da${'pi'}${d.of(HEX, 32)}`, `da${'pi'}${d.of(HEX, 32)}-2`],
  'openshift-token': (d) => [`sha${'256~'}${d.of(URL64, 42)}x`, `sha${'256~'}${d.of(ALNUM, 43)}`],
  'tailscale-key': (d) => [
    `ts${'key-'}auth-${d.of(ALNUM, 12)}-${d.of(ALNUM, 32)}`,
    `ts${'key-'}api-${d.of(ALNUM, 12)}-${d.of(ALNUM, 32)}`,
  ],
  'github-token': (d) => [
    `gh${'p_'}${d.of(ALNUM, 36)}`,
    `gh${'s_'}${d.of(ALNUM, 36)}`,
    `github_${'pat_'}11${d.of(ALNUM, 20)}_${d.of(ALNUM, 59)}`,
  ],
  'gitlab-token': (d) => [
    `gl${'pat-'}${d.of(URL64, 19)}x`,
    `gl${'rt-'}${d.of(ALNUM, 20)}`,
    `gl${'pat-'}${d.of(ALNUM, 27)}.01.${d.of(LOWER, 9)}`,
  ],
  'bitbucket-token': (d) => [`AT${'BB'}${d.of(ALNUM, 32)}`, `ATC${'TT3'}xFfGN0${d.of(ALNUM, 140)}=${d.of(UPPER, 8)}`],
  'atlassian-token': (d) => [
    `ATA${'TT3'}xFfGF0${d.of(URL64, 170)}=${d.of(UPPER, 8)}`,
    `ATA${'TT3'}xFfGF0${d.of(ALNUM, 170)}`,
  ],
  'sourcegraph-token': (d) => [`sg${'p_'}${d.of(HEX, 40)}`, `sg${'p_'}local_${d.of(HEX, 40)}`],
  'circleci-token': (d) => [
    `CCI${'PAT_'}${d.of(ALNUM, 22)}_${d.of(HEX, 40)}`,
    `CCI${'PRJ_'}${d.of(ALNUM, 22)}_${d.of(HEX, 40)}`,
  ],
  'buildkite-token': (d) => [`bk${'ua_'}${d.of(HEX, 40)}`, `bk${'aj_'}${d.of(HEX, 40)}`],
  'sonar-token': (d) => [`sq${'p_'}${d.of(HEX, 40)}`, `sq${'u_'}${d.of(HEX, 40)}`],
  'npm-token': (d) => [`np${'m_'}${d.of(ALNUM, 36)}`, `np${'m_'}${d.of(ALNUM, 36)}`],
  'pypi-token': (d) => [
    `py${'pi-Ag'}EIcHlwaS5vcmc${d.of(URL64, 150)}x`,
    `py${'pi-Ag'}ENdGVzdC5weXBpLm9yZw${d.of(ALNUM, 150)}`,
  ],
  'rubygems-key': (d) => [`ruby${'gems_'}${d.of(HEX, 48)}`, `ruby${'gems_'}${d.of(HEX, 48)}`],
  'crates-token': (d) => [`ci${'o'}${mixed(d, 32)}`, `ci${'o'}${mixed(d, 32)}`],
  'nuget-key': (d) => [`oy${'2'}${d.of(LOWER + DIGITS, 43)}`, `oy${'2'}${d.of(LOWER + DIGITS, 43)}`],
  'clojars-token': (d) => [`CLO${'JARS_'}${d.of(HEX, 60)}`, `CLO${'JARS_'}${d.of(LOWER, 60)}`],
  'artifactory-key': (d) => [`AK${'Cp'}${d.of(ALNUM, 69)}`, `cm${'Vmd'}${d.of(ALNUM, 59)}`],
  'docker-token': (d) => [`dckr_${'pat_'}${d.of(URL64, 26)}x`, `dckr_${'oat_'}${d.of(ALNUM, 32)}`],
  'grafana-token': (d) => [`gl${'sa_'}${d.of(ALNUM, 32)}_${d.of(HEX, 8)}`, `gl${'c_ey'}J${d.of(ALNUM, 120)}==`],
  'new-relic-key': (d) => [`NR${'AK-'}${d.of(UPPER + DIGITS, 27)}`, `NR${'II-'}${d.of(ALNUM, 32)}`],
  'sentry-token': (d) => [`sntry${'s_ey'}J${d.of(ALNUM, 120)}=_${d.of(ALNUM, 43)}`, `sntry${'u_'}${d.of(HEX, 64)}`],
  'dynatrace-token': (d) => [
    `dt0${'c01.'}${d.of(UPPER, 24)}.${d.of(UPPER + DIGITS, 64)}`,
    `dt0${'s16.'}${d.of(UPPER, 24)}.${d.of(UPPER + DIGITS, 64)}`,
  ],
  'launchdarkly-key': (d) => [`sd${'k-'}${uuid(d)}`, `ap${'i-'}${uuid(d)}`],
  'postman-key': (d) => [`PM${'AK-'}${d.of(HEX, 24)}-${d.of(HEX, 34)}`, `PM${'AK-'}${d.of(HEX, 24)}-${d.of(HEX, 34)}`],
  'linear-key': (d) => [`lin_${'api_'}${d.of(ALNUM, 40)}`, `lin_${'oauth_'}${d.of(HEX, 64)}`],
  'posthog-key': (d) => [`ph${'x_'}${d.of(ALNUM, 47)}`, `ph${'s_'}${d.of(ALNUM, 43)}`],
  'octopus-key': (d) => [`AP${'I-'}${d.of(UPPER + DIGITS, 26)}`, `AP${'I-'}${d.of(UPPER, 25)}`],
  'anthropic-key': (d) => [`sk-${'ant-'}api03-${d.of(URL64, 93)}AA`, `sk-${'ant-'}oat01-${d.of(URL64, 93)}AA`],
  'openrouter-key': (d) => [`sk-${'or-'}v1-${d.of(HEX, 64)}`, `sk-${'or-'}v1-${d.of(HEX, 64)}`],
  'openai-key': (d) => [
    `sk-${'proj-'}${d.of(URL64, 120)}x`,
    `sk-${d.of(ALNUM, 20)}T3Blbk${'FJ'}${d.of(ALNUM, 20)}`,
    `sk-${d.of(HEX, 32)}`,
  ],
  'openai-session': (d) => [`se${'ss-'}${d.of(ALNUM, 40)}`, `se${'ss-'}${d.of(ALNUM, 40)}`],
  'huggingface-token': (d) => [`h${'f_'}${d.of(LETTERS, 34)}`, `api_${'org_'}${d.of(LETTERS, 34)}`],
  'groq-key': (d) => [`gs${'k_'}${d.of(ALNUM, 52)}`, `gs${'k_'}${d.of(ALNUM, 52)}`],
  'xai-key': (d) => [`xa${'i-'}${d.of(ALNUM, 80)}`, `xa${'i-'}${d.of(ALNUM, 80)}`],
  'perplexity-key': (d) => [`pp${'lx-'}${d.of(ALNUM, 48)}`, `pp${'lx-'}${d.of(HEX, 48)}`],
  'replicate-token': (d) => [`r${'8_'}${d.of(ALNUM, 37)}`, `r${'8_'}${d.of(ALNUM, 37)}`],
  'together-key': (d) => [`tgp_${'v1_'}${d.of(URL64, 42)}x`, `tgp_${'v1_'}${d.of(ALNUM, 43)}`],
  'nvidia-key': (d) => [`nv${'api-'}${d.of(URL64, 63)}x`, `nv${'api-'}${d.of(ALNUM, 64)}`],
  'fireworks-key': (d) => [`f${'w_'}${mixed(d, 24)}`, `f${'w_'}${mixed(d, 22)}`],
  'cerebras-key': (d) => [`cs${'k-'}${d.of(LOWER + DIGITS, 48)}`, `cs${'k-'}${d.of(LOWER, 48)}`],
  'voyage-key': (d) => [`p${'a-'}${mixed(d, 43)}`, `p${'a-'}${mixed(d, 43)}`],
  'elevenlabs-key': (d) => [`s${'k_'}${d.of(HEX, 48)}`, `s${'k_'}${d.of(HEX, 48)}`],
  'pinecone-key': (d) => [`pc${'sk_'}${d.of(ALNUM, 6)}_${d.of(ALNUM, 60)}`, `pc${'sk_'}${d.of(ALNUM, 70)}`],
  'langsmith-key': (d) => [
    `ls${'v2_'}pt_${d.of(HEX, 32)}_${d.of(HEX, 10)}`,
    `ls${'v2_'}sk_${d.of(HEX, 32)}_${d.of(HEX, 10)}`,
  ],
  'langfuse-key': (d) => [`sk-${'lf-'}${uuid(d)}`, `sk-${'lf-'}${uuid(d)}`],
  'jina-key': (d) => [`ji${'na_'}${d.of(ALNUM, 60)}`, `ji${'na_'}${d.of(ALNUM, 44)}`],
  'tavily-key': (d) => [`tv${'ly-'}${d.of(ALNUM, 32)}`, `tv${'ly-'}dev-${d.of(ALNUM, 32)}`],
  'firecrawl-key': (d) => [`f${'c-'}${d.of(HEX, 32)}`, `f${'c-'}${d.of(HEX, 32)}`],
  'wandb-key': (d) => [`wandb_${'v1_'}${d.of(ALNUM, 60)}`, `wandb_${'v1_'}${d.of(ALNUM, 50)}`],
  'slack-token': (d) => [
    `xox${'b-'}${d.of(DIGITS, 12)}-${d.of(DIGITS, 12)}-${d.of(ALNUM, 24)}`,
    `xa${'pp-'}1-A${d.of(DIGITS, 9)}-${d.of(DIGITS, 12)}-${d.of(HEX, 64)}`,
  ],
  'discord-token': (d) => [
    `MTEwMDAw${d.of(ALNUM, 18)}.G${d.of(ALNUM, 5)}.${d.of(URL64, 37)}x`,
    `Njg3MTg4${d.of(ALNUM, 16)}.X${d.of(ALNUM, 5)}.${d.of(URL64, 26)}x`,
  ],
  'telegram-token': (d) => [
    `${'5'}${d.of(DIGITS, 9)}:A${'A'}${d.of(URL64, 32)}x`,
    `${'6'}${d.of(DIGITS, 7)}:A${'A'}${d.of(ALNUM, 33)}`,
  ],
  'twilio-key': (d) => [`S${'K'}${d.of(HEX, 32)}`, `S${'K'}${d.of(HEX, 32)}`],
  'sendgrid-key': (d) => [
    `S${'G.'}${d.of(URL64, 22)}.${d.of(URL64, 42)}x`,
    `S${'G.'}${d.of(ALNUM, 22)}.${d.of(ALNUM, 43)}`,
  ],
  'mailgun-key': (d) => [`ke${'y-'}${d.of(HEX, 32)}`, `ke${'y-'}${d.of(HEX, 32)}`],
  'mailchimp-key': (d) => [`${d.of(HEX, 32)}-u${'s12'}`, `${d.of(HEX, 32)}-u${'s6'}`],
  'brevo-key': (d) => [
    `xkey${'sib-'}${d.of(HEX, 64)}-${d.of(ALNUM, 16)}`,
    `xsmtp${'sib-'}${d.of(HEX, 64)}-${d.of(ALNUM, 16)}`,
  ],
  'resend-key': (d) => [`r${'e_'}${mixed(d, 8)}_${d.of(ALNUM, 24)}`, `r${'e_'}${mixed(d, 8)}_${d.of(ALNUM, 22)}`],
  'stripe-key': (d) => [
    `sk_${'live_'}${d.of(ALNUM, 24)}`,
    `rk_${'test_'}${d.of(ALNUM, 99)}`,
    `wh${'sec_'}${d.of(ALNUM, 32)}`,
  ],
  'square-token': (d) => [`sq0${'atp-'}${mixed(d, 22)}`, `EA${'AA'}${mixed(d, 60)}`],
  'facebook-token': (d) => [`EA${'AC'}${mixed(d, 180)}`, `EA${'AM'}${mixed(d, 120)}`],
  'braintree-token': (d) => [
    `access_${'token$'}production$${d.of(LOWER, 16)}$${d.of(HEX, 32)}`,
    `access_${'token$'}sandbox$${d.of(LOWER, 16)}$${d.of(HEX, 32)}`,
  ],
  'plaid-token': (d) => [`access-${'production-'}${uuid(d)}`, `access-${'sandbox-'}${uuid(d)}`],
  'shopify-token': (d) => [`shp${'at_'}${d.of(HEX, 32)}`, `shp${'ss_'}${d.of(HEX, 32)}`],
  'razorpay-key': (d) => [`rzp_${'live_'}${d.of(ALNUM, 14)}`, `rzp_${'test_'}${d.of(ALNUM, 14)}`],
  'flutterwave-key': (d) => [`FLW${'SECK-'}${d.of(HEX, 32)}-X`, `FLW${'SECK_TEST-'}${d.of(HEX, 32)}-X`],
  'notion-token': (d) => [`nt${'n_'}${d.of(DIGITS, 11)}${d.of(ALNUM, 35)}`, `sec${'ret_'}${d.of(ALNUM, 43)}`],
  'figma-token': (d) => [`fi${'gd_'}${d.of(URL64, 39)}x`, `fi${'go_'}${d.of(ALNUM, 40)}`],
  'airtable-token': (d) => [
    `pa${'t'}${d.of(ALNUM, 14)}.${d.of(HEX, 64)}`,
    `pa${'t'}${d.of(ALNUM, 14)}.${d.of(HEX, 64)}`,
  ],
  'hubspot-token': (d) => [`pat-${'na1-'}${uuid(d)}`, `pat-${'eu1-'}${uuid(d)}`],
  'dropbox-token': (d) => [`s${'l.'}${d.of(URL64, 136)}x`, `s${'l.'}u.${d.of(URL64, 300)}x`],
  'contentful-token': (d) => [`CF${'PAT-'}${d.of(URL64, 42)}x`, `CF${'PAT-'}${d.of(ALNUM, 43)}`],
  'salesforce-token': (d) => [
    `00${'D'}${d.of(ALNUM, 12)}!${d.of(ALNUM, 96)}`,
    `00${'D'}${d.of(ALNUM, 15)}!AQ${d.of(ALNUM, 94)}`,
  ],
  'easypost-key': (d) => [`EZ${'AK'}${d.of(ALNUM, 54)}`, `EZ${'TK'}${d.of(ALNUM, 54)}`],
  'typeform-token': (d) => [`tf${'p_'}${d.of(ALNUM, 44)}_${d.of(ALNUM, 14)}`, `tf${'p_'}${d.of(ALNUM, 50)}`],
  '1password-token': (d) => [
    `op${'s_ey'}J${d.of(ALNUM, 300)}`,
    `A${'3-'}${d.of(UPPER, 6)}-${d.of(UPPER, 11)}-${d.of(UPPER, 5)}-${d.of(UPPER, 5)}-${d.of(UPPER, 5)}`,
  ],
  jwt: (d) => [
    `${base64Json({ alg: 'HS256', typ: 'JWT' })}.${base64Json({ sub: d.of(DIGITS, 10), name: d.of(LOWER, 8) })}.${d.of(URL64, 42)}x`,
    `${base64Json({ alg: 'RS256', kid: d.of(HEX, 8) })}.${base64Json({ iss: d.of(LOWER, 9), exp: 1_900_000_000 })}.${d.of(URL64, 340)}x`,
  ],
  'age-key': (d) => [`AGE-SECRET-${'KEY-1'}${d.of(UPPER, 58)}`, `AGE-SECRET-${'KEY-1'}${d.of(UPPER + DIGITS, 58)}`],
  'nostr-key': (d) => [`ns${'ec1'}${d.of(LOWER + DIGITS, 58)}`, `ns${'ec1'}${d.of(LOWER, 58)}`],
  'password-hash': (d) => [
    `$2${'b$'}12$${d.of(ALNUM, 53)}`,
    `$argon${'2id$'}v=19$m=65536,t=3,p=4$${d.of(ALNUM, 22)}$${d.of(ALNUM, 43)}`,
    `$${'6$'}${d.of(ALNUM, 16)}$${d.of(ALNUM, 86)}`,
  ],
  'service-key': (d) => prefixSamples(d).slice(0, 2),
  'deepl-key': (d) => [`${uuid(d)}:fx`, `${uuid(d)}:fx`],
};

/** A private key of `lines` lines of Base64 under the given label. */
export function privateKey(dice: Dice, label = 'RSA PRIVATE KEY', lines = 12): string {
  const body = Array.from({ length: lines }, () => dice.of(`${ALNUM}+/`, 64));
  return [`-----BEGIN ${label}-----`, ...body, `${dice.of(ALNUM, 22)}==`, `-----END ${label}-----`].join('\n');
}

/** A random password with letters of both cases, digits and a sign. */
export function password(dice: Dice): string {
  return `${dice.of(LOWER, 4)}${dice.of(UPPER, 3)}${dice.of(DIGITS, 3)}!${dice.of(LOWER, 2)}`;
}

/** A random key without a form of its own. */
export function plainKey(dice: Dice, length = 32): string {
  return mixed(dice, length);
}
