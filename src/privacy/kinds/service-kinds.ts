import { formRows, hasDigit, row, type TokenKind } from './token-kind.ts';

/** Secrets of chat, mail, payment, shops and other services on the web. */
export const SERVICE_KINDS: readonly TokenKind[] = [
  {
    kind: 'slack-token',
    anchors: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxe.xox', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-', 'xapp-'],
    pattern: /(?:xox(?:e\.xox[bp]|[abeoprscd])|xapp)-[A-Za-z0-9%/+=-]{10,400}/y,
    accept: hasDigit,
  },
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
  { ...row('telegram-token', [':AA'], /:AA[\w-]{32,33}/y), before: { chars: /^\d+$/, min: 8, max: 10 } },
  { ...row('mailgun-key', ['key-'], /key-[a-f0-9]{32}/y), strict: true },
  { ...row('mailchimp-key', ['-us'], /-us\d{1,2}/y), before: { chars: /^[a-f0-9]+$/, min: 32, max: 32 } },
  { ...row('deepl-key', [':fx'], /:fx/y), before: { chars: /^[a-f0-9-]+$/, min: 36, max: 36 } },
  { ...row('resend-key', ['re_'], /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}/y), accept: hasDigit },
  row(
    'stripe-key',
    ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_', 'whsec_'],
    /(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}|whsec_[A-Za-z0-9+/]{24,100}={0,2})/y,
  ),
  {
    kind: 'square-token',
    anchors: ['sq0atp-', 'sq0csp-', 'sq0idp-', 'EAAA'],
    pattern: /(?:sq0(?:atp|csp|idp)-[\w-]{22,60}|EAAA[\w-]{56,64})/y,
    accept: hasDigit,
  },
  { ...row('facebook-token', ['EAA'], /EAA[A-Za-z0-9]{80,300}/y), accept: hasDigit },
  row('braintree-token', ['access_token$'], /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y),
  row('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'], /shp(?:at|ca|pa|ss|ua)_[a-fA-F0-9]{32}/y),
  row('flutterwave-key', ['FLWSECK'], /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?/y),
  row('notion-token', ['ntn_', 'secret_'], /(?:ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})/y),
  row('airtable-token', ['pat'], /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y),
  row('dropbox-token', ['sl.'], /sl\.(?:u\.)?[\w-]{130,1500}/y),
  row('salesforce-token', ['00D'], /00D[A-Za-z0-9]{12,15}![\w.]{80,130}/y),
  row('typeform-token', ['tfp_'], /tfp_[\w.=-]{40,64}/y),
  row(
    '1password-token',
    ['ops_eyJ', 'A3-'],
    /(?:ops_eyJ[\w+/-]{200,2000}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})/y,
  ),
  ...formRows([
    ['twilio-key', 'SK', '#{32}'],
    ['sendgrid-key', 'SG.', '~{16,32}.~{32,64}'],
    ['brevo-key', 'xkeysib- xsmtpsib-', '#{64}-@{16}'],
    ['plaid-token', 'access-production- access-development- access-sandbox-', 'UUID'],
    ['razorpay-key', 'rzp_live_ rzp_test_', '@{14,24}'],
    ['figma-token', 'figd_ figo_', '~{36,60}'],
    ['hubspot-token', 'pat-na pat-eu pat-ap', '0{1}-UUID'],
    ['contentful-token', 'CFPAT-', '~{43}'],
    ['easypost-key', 'EZAK EZTK', '@{54}'],
  ]),
];

/** The first three characters of the Base64 of a number, with which every Discord token starts. */
function discordAnchors(): string[] {
  const anchors: string[] = [];
  for (const first of 'MNO')
    for (const second of 'DTjz') for (const third of 'AEIMQUYcgk') anchors.push(first + second + third);
  return anchors;
}
