import { isRandomLooking } from './randomness.ts';
import { formRows, hasDigit, row, type TokenKind } from './token-kind.ts';

/** Secrets of chat, mail, payment, shops and other services on the web. */
export const SERVICE_KINDS: readonly TokenKind[] = [
  {
    kind: 'slack-webhook',
    anchors: ['hooks.slack.com/', 'hooks.slack-gov.com/'],
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([\w+/-]{30,100})/y,
    anywhere: true,
  },
  {
    kind: 'discord-webhook',
    anchors: ['discord.com/api/', 'discordapp.com/api/'],
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/([\w-]{50,100})/y,
    anywhere: true,
  },
  row('discord-token', discordAnchors(), /[MNO][DTjz][A-Za-z0-9]{20,25}\.[\w-]{6}\.[\w-]{27,40}/y),
  {
    ...row('teams-webhook', ['.webhook.office.com/'], /\.webhook\.office\.com\/webhookb2\/([A-Za-z0-9@/-]{80,400})/y),
    anywhere: true,
  },
  { ...row('service-key', ['_mmk'], /_mmk/y), before: { chars: /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, min: 36, max: 36 } },
  {
    ...row('service-key', [':production.', ':development.', ':default.'], /:[a-z]{7,11}\.([a-f0-9]{40,64})/y),
    anywhere: true,
  },
  // Services that are not known: a name, what the token is, and a rest that looks drawn.
  {
    ...row(
      'service-key',
      [
        '_live_',
        '_prod_',
        '_pat_',
        '_api_',
        '_key_',
        '_token_',
        '_secret_',
        '_sk_',
        '-live-',
        '-prod-',
        '-api-',
        '-pat-',
      ],
      /[_-](?:live|prod|pat|api|key|token|secret|sk)[_-]([A-Za-z0-9]{24,120})(?![\w-])/y,
    ),
    anywhere: true,
    accept: (secret) => hasDigit(secret) && isRandomLooking(secret) && /[A-Z]/.test(secret) && /[a-z]/.test(secret),
  },
  ...formRows(`
telegram-token 0{8,10}<~{32,33} :AA
mailchimp-key #{32}<0{1,2} -us
service-key ~{11,22}<~{120,150} :APA91b
deepl-key [a-f0-9-]{36}< :fx
slack-token? [A-Za-z0-9%/+=-]{10,400} xoxa- xoxb- xoxe- xoxe.xoxb- xoxe.xoxp- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-
mailgun-key! #{32} key-
resend-key? @{8}_@{20,28} re_
stripe-key @{10,250} sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_
stripe-key &{24,100}[=]{0,2} whsec_
square-token? ~{22,60} sq0atp- sq0csp- sq0idp-
square-token? ~{56,64} EAAA
facebook-token? @{80,300} EAA
braintree-token (?:production|sandbox)\\$%{16}\\$#{32} access_token$
shopify-token [a-fA-F0-9]{32} shpat_ shpca_ shppa_ shpss_ shpua_
flutterwave-key @{12,40}(?:-X)? FLWSECK- FLWSECK_TEST-
notion-token @{46} ntn_
notion-token @{43} secret_
airtable-token @{14}.#{64} pat
dropbox-token ~{130,1500} sl. sl.u.
salesforce-token @{12,15}![\\w.]{80,130} 00D
typeform-token [\\w.=-]{40,64} tfp_
1password-token [\\w+/-]{200,2000}[=]{0,3} ops_eyJ
1password-token ^{6}-(?:^{11}|^{6}-^{5})(?:-^{5}){3} A3-
twilio-key #{32} SK
sendgrid-key ~{16,32}.~{32,64} SG.
brevo-key #{64}-@{16} xkeysib- xsmtpsib-
plaid-token UUID access-production- access-development- access-sandbox-
razorpay-key @{14,24} rzp_live_ rzp_test_
figma-token ~{36,60} figd_ figo_
hubspot-token \\d-UUID pat-na pat-eu pat-ap
contentful-token ~{43} CFPAT-
easypost-key @{54} EZAK EZTK
age-key ^{58} AGE-SECRET-KEY-1
nostr-key %{58} nsec1`),
];

/** The first three characters of the Base64 of a number, with which every Discord token starts. */
function discordAnchors(): string[] {
  return ['M', 'N', 'O'].flatMap((first) =>
    ['D', 'T', 'j', 'z'].flatMap((second) => [...'AEIMQUYcgk'].map((third) => first + second + third)),
  );
}
