import type { TokenKind } from '../token-kind.ts';

/** Secrets of chat, mail, payment, shops and other services on the web. */
export const SERVICE_KINDS: readonly TokenKind[] = [
  {
    kind: 'slack-token',
    description: 'Slack bot, user, app, configuration or legacy token',
    anchors: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxe.xox', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-', 'xapp-'],
    pattern: /(?:xox(?:e\.xox[bp]|[abeoprscd])|xapp)-[A-Za-z0-9%/+=-]{10,400}/y,
    accept: (secret) => /\d/.test(secret),
  },
  {
    kind: 'slack-webhook',
    description: 'Slack webhook',
    anchors: ['hooks.slack.com/', 'hooks.slack-gov.com/'],
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/_-]{30,100})/y,
    anywhere: true,
  },
  {
    kind: 'discord-webhook',
    description: 'Discord webhook',
    anchors: ['discord.com/api/', 'discordapp.com/api/'],
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/([A-Za-z0-9_-]{50,100})/y,
    anywhere: true,
  },
  {
    kind: 'discord-token',
    description: 'Discord bot or user token',
    anchors: discordAnchors(),
    pattern: /[MNO][DTjz][A-Za-z0-9]{20,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}/y,
  },
  {
    kind: 'teams-webhook',
    description: 'Microsoft Teams webhook',
    anchors: ['.webhook.office.com/'],
    pattern: /\.webhook\.office\.com\/webhookb2\/([A-Za-z0-9@/-]{80,400})/y,
    anywhere: true,
  },
  {
    kind: 'telegram-token',
    description: 'Telegram bot token',
    anchors: [':AA'],
    before: { chars: /^\d+$/, min: 8, max: 10 },
    pattern: /:AA[A-Za-z0-9_-]{32,33}/y,
  },
  {
    kind: 'twilio-key',
    description: 'Twilio API key',
    anchors: ['SK'],
    pattern: /SK[0-9a-f]{32}/y,
  },
  {
    kind: 'sendgrid-key',
    description: 'SendGrid API key',
    anchors: ['SG.'],
    pattern: /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/y,
  },
  {
    kind: 'mailgun-key',
    description: 'Mailgun API key',
    anchors: ['key-'],
    pattern: /key-[a-f0-9]{32}/y,
    strict: true,
  },
  {
    kind: 'mailchimp-key',
    description: 'Mailchimp API key',
    anchors: ['-us'],
    before: { chars: /^[a-f0-9]+$/, min: 32, max: 32 },
    pattern: /-us\d{1,2}/y,
  },
  {
    kind: 'brevo-key',
    description: 'Brevo API or SMTP key',
    anchors: ['xkeysib-', 'xsmtpsib-'],
    pattern: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y,
  },
  {
    kind: 'resend-key',
    description: 'Resend API key',
    anchors: ['re_'],
    pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}/y,
    accept: (secret) => /\d/.test(secret),
  },
  {
    kind: 'stripe-key',
    description: 'Stripe secret or restricted key, or webhook secret',
    anchors: ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_', 'whsec_'],
    pattern: /(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}|whsec_[A-Za-z0-9+/]{24,100}={0,2})/y,
  },
  {
    kind: 'square-token',
    description: 'Square access token or OAuth secret',
    anchors: ['sq0atp-', 'sq0csp-', 'sq0idp-', 'EAAA'],
    pattern: /(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,60}|EAAA[A-Za-z0-9_-]{56,64})/y,
    accept: (secret) => /\d/.test(secret),
  },
  {
    kind: 'facebook-token',
    description: 'Facebook or Instagram access token',
    anchors: ['EAA'],
    pattern: /EAA[A-Za-z0-9]{80,300}/y,
    accept: (secret) => /\d/.test(secret),
  },
  {
    kind: 'braintree-token',
    description: 'PayPal or Braintree access token',
    anchors: ['access_token$'],
    pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y,
  },
  {
    kind: 'plaid-token',
    description: 'Plaid access token',
    anchors: ['access-production-', 'access-development-', 'access-sandbox-'],
    pattern: /access-(?:production|development|sandbox)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  {
    kind: 'shopify-token',
    description: 'Shopify access token or shared secret',
    anchors: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'],
    pattern: /shp(?:at|ca|pa|ss|ua)_[a-fA-F0-9]{32}/y,
  },
  {
    kind: 'razorpay-key',
    description: 'Razorpay key',
    anchors: ['rzp_live_', 'rzp_test_'],
    pattern: /rzp_(?:live|test)_[A-Za-z0-9]{14,24}/y,
  },
  {
    kind: 'flutterwave-key',
    description: 'Flutterwave secret key',
    anchors: ['FLWSECK'],
    pattern: /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?/y,
  },
  {
    kind: 'notion-token',
    description: 'Notion integration token',
    anchors: ['ntn_', 'secret_'],
    pattern: /(?:ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})/y,
  },
  {
    kind: 'figma-token',
    description: 'Figma token',
    anchors: ['figd_', 'figo_'],
    pattern: /fig[do]_[A-Za-z0-9_-]{36,60}/y,
  },
  {
    kind: 'airtable-token',
    description: 'Airtable token',
    anchors: ['pat'],
    pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y,
  },
  {
    kind: 'hubspot-token',
    description: 'HubSpot private app token',
    anchors: ['pat-na', 'pat-eu', 'pat-ap'],
    pattern: /pat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  {
    kind: 'dropbox-token',
    description: 'Dropbox access token',
    anchors: ['sl.'],
    pattern: /sl\.(?:u\.)?[A-Za-z0-9_-]{130,1500}/y,
  },
  {
    kind: 'contentful-token',
    description: 'Contentful management token',
    anchors: ['CFPAT-'],
    pattern: /CFPAT-[A-Za-z0-9_-]{43}/y,
  },
  {
    kind: 'salesforce-token',
    description: 'Salesforce access token',
    anchors: ['00D'],
    pattern: /00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,130}/y,
  },
  {
    kind: 'easypost-key',
    description: 'EasyPost API key',
    anchors: ['EZAK', 'EZTK'],
    pattern: /EZ[AT]K[A-Za-z0-9]{54}/y,
  },
  {
    kind: 'typeform-token',
    description: 'Typeform token',
    anchors: ['tfp_'],
    pattern: /tfp_[A-Za-z0-9_.=-]{40,64}/y,
  },
  {
    kind: '1password-token',
    description: '1Password service account token or secret key',
    anchors: ['ops_eyJ', 'A3-'],
    pattern:
      /(?:ops_eyJ[A-Za-z0-9+/_-]{200,2000}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})/y,
  },
];

/** The first three characters of the Base64 of a number, with which every Discord token starts. */
function discordAnchors(): string[] {
  const anchors: string[] = [];
  for (const first of 'MNO')
    for (const second of 'DTjz') for (const third of 'AEIMQUYcgk') anchors.push(first + second + third);
  return anchors;
}
