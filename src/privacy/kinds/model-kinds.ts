import { formRows, hasDigit, row, type TokenKind } from './token-kind.ts';

/** Secrets of providers of models and of the services that agents call. */
export const MODEL_KINDS: readonly TokenKind[] = [
  ...formRows([
    ['anthropic-key', 'sk-ant-', '~{20,200}'],
    ['openai-session', 'sess-', '@{40}'],
    ['huggingface-token', 'hf_ api_org_', '@{30,40}'],
    ['groq-key', 'gsk_', '@{40,60}'],
    ['xai-key', 'xai-', '@{60,100}'],
    ['perplexity-key', 'pplx-', '@{40,64}'],
    ['replicate-token', 'r8_', '@{37,40}'],
    ['together-key', 'tgp_v1_', '~{40,64}'],
    ['nvidia-key', 'nvapi-', '~{40,80}'],
    ['cerebras-key', 'csk-', '%{40,60}'],
    ['elevenlabs-key', 'sk_', '#{48}'],
    ['langfuse-key', 'sk-lf-', 'UUID'],
    ['jina-key', 'jina_', '~{40,80}'],
  ]),
  row('openrouter-key', ['sk-or-'], /sk-or-(?:v\d-)?[A-Za-z0-9]{32,80}/y),
  row('openai-key', ['sk-'], /sk-(?:(?:proj|svcacct|admin|None|service)-[\w-]{20,250}|[A-Za-z0-9]{32,64})/y),
  {
    ...row('fireworks-key', ['fw_'], /fw_[A-Za-z0-9]{22,30}/y),
    accept: (secret) => hasDigit(secret) && /[A-Z]/.test(secret),
  },
  {
    ...row('voyage-key', ['pa-'], /pa-[\w-]{43}/y),
    strict: true,
    accept: (secret) => hasDigit(secret) && /[A-Z]/.test(secret) && /[a-z]/.test(secret),
  },
  row('pinecone-key', ['pcsk_'], /pcsk_\w{40,90}/y),
  row('langsmith-key', ['lsv2_'], /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/y),
  row('tavily-key', ['tvly-'], /tvly-[A-Za-z0-9-]{20,60}/y),
  { ...row('firecrawl-key', ['fc-'], /fc-[a-f0-9]{32}/y), strict: true },
  row('wandb-key', ['wandb_v1_'], /wandb_v1_\w{40,100}/y),
];
