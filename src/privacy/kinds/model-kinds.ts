import { hasDigit, row, type TokenKind } from './token-kind.ts';

/** Secrets of providers of models and of the services that agents call. */
export const MODEL_KINDS: readonly TokenKind[] = [
  row('anthropic-key', ['sk-ant-'], /sk-ant-[\w-]{20,200}/y),
  row('openrouter-key', ['sk-or-'], /sk-or-(?:v\d-)?[A-Za-z0-9]{32,80}/y),
  row('openai-key', ['sk-'], /sk-(?:(?:proj|svcacct|admin|None|service)-[\w-]{20,250}|[A-Za-z0-9]{32,64})/y),
  row('openai-session', ['sess-'], /sess-[A-Za-z0-9]{40}/y),
  row('huggingface-token', ['hf_', 'api_org_'], /(?:hf|api_org)_[A-Za-z0-9]{30,40}/y),
  row('groq-key', ['gsk_'], /gsk_[A-Za-z0-9]{40,60}/y),
  row('xai-key', ['xai-'], /xai-[A-Za-z0-9]{60,100}/y),
  row('perplexity-key', ['pplx-'], /pplx-[A-Za-z0-9]{40,64}/y),
  row('replicate-token', ['r8_'], /r8_[A-Za-z0-9]{37,40}/y),
  row('together-key', ['tgp_v1_'], /tgp_v1_[\w-]{40,64}/y),
  row('nvidia-key', ['nvapi-'], /nvapi-[\w-]{40,80}/y),
  {
    ...row('fireworks-key', ['fw_'], /fw_[A-Za-z0-9]{22,30}/y),
    accept: (secret) => hasDigit(secret) && /[A-Z]/.test(secret),
  },
  row('cerebras-key', ['csk-'], /csk-[a-z0-9]{40,60}/y),
  {
    ...row('voyage-key', ['pa-'], /pa-[\w-]{43}/y),
    strict: true,
    accept: (secret) => hasDigit(secret) && /[A-Z]/.test(secret) && /[a-z]/.test(secret),
  },
  row('elevenlabs-key', ['sk_'], /sk_[a-f0-9]{48}/y),
  row('pinecone-key', ['pcsk_'], /pcsk_\w{40,90}/y),
  row('langsmith-key', ['lsv2_'], /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/y),
  row('langfuse-key', ['sk-lf-'], /sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y),
  row('jina-key', ['jina_'], /jina_[\w-]{40,80}/y),
  row('tavily-key', ['tvly-'], /tvly-[A-Za-z0-9-]{20,60}/y),
  { ...row('firecrawl-key', ['fc-'], /fc-[a-f0-9]{32}/y), strict: true },
  row('wandb-key', ['wandb_v1_'], /wandb_v1_\w{40,100}/y),
];
