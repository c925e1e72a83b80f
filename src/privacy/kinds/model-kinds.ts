import { formRows, type TokenKind } from './token-kind.ts';

/** Secrets of providers of models and of the services that agents call. */
export const MODEL_KINDS: readonly TokenKind[] = formRows(`
anthropic-key ~{20,200} sk-ant-
openrouter-key (?:v\\d-)?@{32,80} sk-or-
openai-key ~{20,250} sk-proj- sk-svcacct- sk-admin- sk-None- sk-service-
openai-key @{32,64} sk-
openai-session @{40} sess-
huggingface-token @{30,40} hf_ api_org_
groq-key @{40,60} gsk_
xai-key @{60,100} xai-
perplexity-key @{40,64} pplx-
replicate-token @{37,40} r8_
together-key ~{40,64} tgp_v1_
nvidia-key ~{40,80} nvapi-
fireworks-key* @{22,30} fw_
cerebras-key %{40,60} csk-
voyage-key!* ~{43} pa-
elevenlabs-key #{48} sk_
pinecone-key \\w{40,90} pcsk_
langfuse-key UUID sk-lf-
langsmith-key #{32}_#{10} lsv2_pt_ lsv2_sk_
jina-key ~{40,80} jina_
tavily-key [A-Za-z0-9-]{20,60} tvly-
firecrawl-key! #{32} fc-
wandb-key \\w{40,100} wandb_v1_`);
