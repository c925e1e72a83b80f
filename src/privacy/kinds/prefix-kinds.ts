import { isRandomLooking } from './randomness.ts';
import { formRows, hasDigit, type TokenKind } from './token-kind.ts';

/**
 * Tokens of public services, from each service's documentation of its keys: what they start with, and the form of the
 * rest as `formRows` reads it. The hook holds this table: a row costs it some thirty bytes.
 */
export const PREFIX_FORMS: readonly (readonly [prefixes: string, form: string])[] = [
  ['aio_ sig_', '@{28}'], // Adafruit IO, Upstash QStash
  ['AQE', '~{63,252}'], // Adyen
  ['aivenv1', '={60,300}'], // Aiven
  ['esecret_ tr_dev_ tr_prod_ tr_stg_', '@{20,60}'], // Anyscale, Trigger.dev
  ['apify_api_ nbp_ pnb_ pnu_ wlp_ wlu_', '@{36}'], // Apify, NetBird, Prefect Cloud, Weblate
  ['xaat- xapt- open-apis/bot/v2/hook/ webhook/send?key=', 'UUID'], // Axiom, Feishu, WeCom
  ['K00', '0{1}&{27}'], // Backblaze B2
  ['bce-v3/ALTAK-', '@{21}/#{40}'], // Baidu Qianfan
  ['bitpat_ polar_oat_ polar_pat_ console- secret- vck_', '@{40,90}'], // Bitrise, Polar, Statsig, Vercel AI Gateway
  ['BSA', '~{28}'], // Brave Search API
  ['bxt_', '@{30,60}'], // Brex
  ['bb_live_', '~{27}'], // Browserbase
  ['cu_ KGAT_ pl_ live_ test_', '#{32}'], // Checkly, Kaggle, PromptLayer, Scale AI
  ['chpt_', '@{12,20}'], // Chromatic
  ['4b1d xau_', '@{38,60}'], // ClickHouse Cloud, Xata
  ['pk_', '0{5,10}_^{32}'], // ClickUp
  ['CCDB1_', '@{22}_@{40}'], // CockroachDB Cloud
  ['csb_v1_ duffel_live_ duffel_test_ nk-', '~{43}'], // CodeSandbox, Duffel, Nomic Atlas
  ['cflt', '&{60}'], // Confluent Cloud
  ['cxtp_ live_ test_', '@{30}'], // Coralogix, Mollie
  ['dtn_ depot_org_ depot_project_ mlsn. rootly_', '#{64}'], // Daytona, Depot, MailerSend, Rootly
  ['dbtc_ dbtu_ live_ sandbox_ mdb_sa_sk_', '~{40,60}'], // dbt Cloud, GoCardless, MongoDB Atlas
  ['dnkey-', '~{26}-~{52}'], // Defined Networking
  ['e2b_ shippo_live_ shippo_test_', '#{40}'], // E2B, Shippo
  ['essu_', '={40,120}'], // Elastic Cloud
  ['endr+ sm_aat_ sm_pat_ sm_sat_', '@{16}'], // Endor Labs, SettleMint
  ['fio-u-', '~{64}'], // Frame.io
  ['pat. sat.', '~{22}.#{24}.@{20}'], // Harness
  ['hcaik_ hcxik_', '@{58}'], // Honeycomb
  ['st.', '#{24}.#{32}.#{32}'], // Infisical
  ['ico-', '@{32}'], // Infracost
  ['signkey-prod- signkey-test-', '#{32,64}'], // Inngest
  ['dG9rO', '&{50,90}'], // Intercom
  ['jp_', '@{26}'], // JitPack
  ['pk_', '#{34}'], // Klaviyo
  ['pylf_v1_us_ pylf_v1_eu_', '@{43}'], // Pydantic Logfire
  ['live_ test_', '#{35}'], // Lob
  ['sk.eyJ', '~{40,120}.~{20,30}'], // Mapbox
  ['mat_ mct_', '@{30}_@{6}'], // Matrix Authentication Service
  ['syt_', '~{4,80}_@{20}_@{6}'], // Synapse
  ['ak- as-', '@{22}'], // Modal
  ['os_v2_app_ os_v2_org_', '@{80,120}'], // OneSignal
  ['pdl_live_apikey_ pdl_sdbx_apikey_', '@{26}_@{22}_@{3}'], // Paddle Billing
  ['sec-c- AKLT', '={36,60}'], // PubNub, Volcengine
  ['rdme_', '@{70}'], // ReadMe
  ['rpa_', '^{38,48}'], // RunPod
  ['sk', '@{80,180}'], // Sanity
  ['tk-us-', '~{48}'], // Scalingo
  ['sktsec_', '~{30,60}_api'], // Socket
  ['secret-live- secret-test- AQVN YCA', '~{35,40}'], // Stytch, Yandex Cloud
  ['KEY', '[0-9A-F]{32}_@{22}'], // Telnyx
  ['ATTA', '#{64,80}'], // Trello
  ['tr_pat_', '@{40}'], // Trigger.dev
  ['AAAAAAAAAAAAAAAAAAAA', '[A-Za-z0-9%]{60,140}'], // X
  ['ucat_', '^{26}'], // UpCloud
  ['ur', '0{4,10}-#{24}'], // UptimeRobot
  ['vercel_blob_rw_', '@{16}_@{30,40}'], // Vercel Blob
  ['1000.', '#{32}.#{32}'], // Zoho
  ['zpka_', '@{32}_@{8}'], // Zuplo
  ['1/', '0{12,20}:#{32}'], // Asana
  ['0.', 'UUID.@{30}:={20,40}'], // Bitwarden
];

/** The rows of the forms, one for each prefix. */
export const PREFIX_KINDS: readonly TokenKind[] = PREFIX_FORMS.flatMap(([prefixes, form]) =>
  prefixes.split(' ').flatMap((prefix) =>
    formRows([['service-key', prefix, form]]).map(
      (kind): TokenKind => ({
        ...kind,
        accept: (secret) => isDrawn(secret.slice(prefix.length)),
        strict: true,
      }),
    ),
  ),
);

/** True for a tail with a digit, or whose letters change case as drawn ones do and those of words do not. */
function isDrawn(tail: string): boolean {
  return hasDigit(tail) || isRandomLooking(tail);
}
