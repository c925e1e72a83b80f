import { formRows, type TokenKind } from './token-kind.ts';

/**
 * Tokens of public services, from each service's documentation of its keys: the form of the rest as `formRows` reads it,
 * and what they start with. The hook holds this table: a row costs it some twenty bytes. The services, in its order:
 * Adafruit IO, Upstash QStash; Adyen; Aiven; Anyscale, Trigger.dev, LlamaCloud; Apify, NetBird, Prefect Cloud, Weblate,
 * JumpCloud; Axiom, Feishu, WeCom, WakaTime, Luma, Helicone, Persona, Riot; Backblaze B2; Baidu Qianfan; Bitrise, Polar,
 * Statsig, Vercel, Deno Deploy, Kong Konnect, Pinterest; Brave Search; Brex; Browserbase; Checkly, Kaggle, PromptLayer,
 * Scale AI, Adobe, FireHydrant, Cal.com, Builder.io, LangSmith, Databricks; Chromatic; ClickHouse Cloud, Xata; ClickUp;
 * CockroachDB Cloud; CodeSandbox, Duffel, Nomic Atlas; Confluent Cloud; Coralogix, Mollie; Twitch streams; Daytona, Depot,
 * MailerSend, Rootly, DingTalk, 42, Africa's Talking, Cursor; Cairn's own team server, dbt Cloud, GoCardless, MongoDB Atlas, Nylas, Plain; Defined
 * Networking; E2B, Shippo, WooCommerce, Transifex; Elastic Cloud, Metabase, Letta; Endor Labs, SettleMint; Frame.io;
 * Harness; Honeycomb; Infisical; Infracost, Tally; Inngest, Lightdash; Intercom; JitPack; Klaviyo; Pydantic Logfire; Lob;
 * Mapbox; Matrix Authentication Service; Synapse; Modal; OneSignal; Paddle Billing; PubNub, Volcengine; ReadMe; RunPod;
 * Sanity; Scalingo; Socket; Stytch, Yandex Cloud; Telnyx; Trello; Trigger.dev; X; UpCloud; UptimeRobot; Vercel Blob; Zoho;
 * Zuplo; Asana; Bitwarden; Astra DB; Firebase Cloud Messaging; Liveblocks, Checkout.com, Stripe, Cartesia,
 * Turbopuffer, Materialize, Hex, Unkey, Val Town, RAGFlow, FastGPT, Mem0; Clerk, WorkOS; Gitpod, Snyk, Ory, RFC 8959;
 * ConfigCat; VK, Yandex, Discord; Instagram; Xendit, Midtrans, Omise; Cashfree; Mercado Pago; Modrinth; ntfy; Dify; Coze;
 * Boundary; DigitalOcean Spaces; Exoscale; SMTP2GO; Tinybird; Mandrill; Docker Swarm; K3s; Gitea; PayPal; Circle; age.
 */
const FORMS = `
@{28} aio_ sig_
~{63,252} AQE
={60,300} aivenv1
@{20,60} esecret_ tr_dev_ tr_prod_ tr_stg_ llx-
@{36} ddp_ ddo_ apify_api_ apify_proxy_ nbp_ pnb_ pnu_ wlp_ wlu_ jca_
UUID ctx7sk- xaat- xapt- open-apis/bot/v2/hook/ webhook/send?key= waka_ sk-helicone- persona_production_ persona_sandbox_ RGAPI-
UUID-UUID luma-
@{7}-@{7}-@{7}-@{7} sk-helicone-
0{1}&{27} K00
@{21}/#{40} bce-v3/ALTAK-
@{40,90} bitpat_ polar_oat_ polar_pat_ console- secret- vck_ vca_ vcp_ vci_ vcr_ ddp_ ddo_ kpat_ spat_ pina_
~{28} BSA
@{30,60} bxt_
~{27} bb_live_
#{32} cu_ KGAT_ pl_ live_ test_ fhb- cal_ cal_live_ bpk- ls__ dose plane_api_ scp-live- scp-test- lin_wh_
@{12,20} chpt_
@{38,60} 4b1d xau_
0{5,10}_^{32} pk_
@{22}_@{40} CCDB1_
~{43} csb_v1_ duffel_live_ duffel_test_ nk-
&{60} cflt
@{30} cxtp_ live_ test_ alcht_
0{6,12}_@{30} live_
#{64} dtn_ depot_org_ depot_project_ mlsn. rootly_ SEC s-s4t2ud- s-s4t2af- atsk_ crsr_ key_
~{40,60} cairn_ dbtc_ dbtu_ live_ sandbox_ mdb_sa_sk_ nyk_ nyk_v0_ plainApiKey_
~{26}-~{52} dnkey-
#{40} e2b_ shippo_live_ shippo_test_ ck_ cs_ 1/
={40,120} tsec_ essu_ mb_ sk-let-
@{16} endr+ sm_aat_ sm_pat_ sm_sat_
~{64} fio-u-
~{22}.#{24}.@{20} pat. sat.
@{58} hcaik_ hcxik_
#{24}.#{32}.#{32} st.
@{32} ico- tly- NF-
#{32,64} signkey-prod- signkey-test- ldpat_
&{50,90} dG9rO
@{26} jp_
#{34} pk_
@{43} pylf_v1_us_ pylf_v1_eu_
#{35} live_ test_
~{40,120}.~{20,30} sk.eyJ
@{30}_@{6} mat_ mct_
~{4,80}_@{20}_@{6} syt_
@{22} ak- as-
@{80,120} os_v2_app_ os_v2_org_
@{26}_@{22}_@{3} pdl_live_apikey_ pdl_sdbx_apikey_
={36,60} sec-c- AKLT
@{70} rdme_
^{38,48} rpa_
@{80,180} sk
~{48} tk-us- tk-eu-
~{30,60}_api sktsec_
~{35,40} secret-live- secret-test- AQVN YCA
[0-9A-F]{32}_@{22} KEY
#{64,80} ATTA
@{40} tr_pat_
[A-Za-z0-9%]{60,140} AAAAAAAAAAAAAAAAAAAA
^{26} ucat_
0{4,10}-#{24} ur
@{16}_@{30,40} vercel_blob_rw_
#{32}.#{32} 1000.
@{32}_@{8} zpka_
0{12,20}:#{32} 1/
UUID.@{30}:={20,40} 0.
@{24}:#{64} AstraCS:

@{20,120} sk_dev_ sk_sbox_ sk_org_live_ sk_org_test_ sk_car_ hf_oauth_ tpuf_ mzp_ hxtp_ unkey_ vtwn_ ragflow- fastgpt- m0-
@{40,120} sk_
[\\w.-]{24,120} gitpod_pat_ snyk_uat. snyk_sat. ory_pat_ ory_at_ ory_st_ ory_apikey_ secret-token:
~{22}/~{22} configcat-sdk-1/
~{30,120} vk1.a. y0_ t1.9euel mfa.
~{100,250} IGQ
~{19,80} p8e- xnd_production_ xnd_development_ Mid-server- SB-Mid-server- skey_live_ skey_test_
#{32}_#{8} cfsk_ma_prod_ cfsk_ma_test_
0{10,20}-0{6}-#{32}-0{6,12} APP_USR-
@{60,70} mrp_
%{29} tk_
@{24} dataset- dub_
@{64} pat_ sat_
~{22} md-
%{50}-%{25} SWMTKN-1-
#{64}::[a-z]{3,8}:~{6,64} K10
%{52} gto_
~{80,110} A21AA
#{32}:#{32} TEST_API_KEY: LIVE_API_KEY:
^{58,2000} AGE-SECRET-KEY-PQ-1
@{36,64} cfut_ cfat_ cfk_ sk-lw-
@{40,140} zut_ zqt_ zwt_ permit_key_ dls_ packagist_oat_ packagist_ort_ packagist_uut_
[\\w.:=-]{40,400} $aact_ IST.eyJ n8n_api_ z_1dWlkI v1.CmM ydc-sk-
@{20,40} retool_
@{25} live_ test_
@{64} sgp_
#{32} QN_ asat_
@{22}.@{22} api_
@{10,24}_~{20,100} apik_ at_
^{16} DO00
#{24} EXO
[0-9A-F]{32} api-
~{40,400}.~{20,60} p.eyJ
#{32}.#{32}.@{32} cpk_
@{16}-@{16} akab-
~{18} u+
[\\w-]{40,140} gcntfy- dvc_server_ dvc_client_ dvc_mobile_ fmu1-
@{36,60} ctp_ ctc_ cta_ ion_ mka_ samsara_api_ tss_ ptk_
^{24,40} JDC_
={60,200} lmb_ lma_
#{64} amzn1.oa2-cs.v1. pk1_ sk1_
~{11}.~{32} api_live. api_sandbox. api_live_us. api_live_ca.
%{30} oauth:
@{32} dnsimple_a_ dnsimple_u_
[\\w.-]{24,80} testsk_ am_sk_live_ am_sk_test_
#{200,300} standard_
@{18,24} creem_`;

/** The rows of the table: prefixes, and the form of what follows them. */
export const PREFIX_FORMS: readonly (readonly [prefixes: readonly string[], form: string])[] = FORMS.trim()
  .split('\n')
  .map((line) => {
    const [form = '', ...prefixes] = line.split(' ');
    return [prefixes, form] as const;
  });

/** The rows of the table. What follows a prefix has a digit, or letters whose case changes as that of drawn ones does. */
export const PREFIX_KINDS: readonly TokenKind[] = formRows(FORMS.trim().replace(/^/gm, 'service-key!* '));
