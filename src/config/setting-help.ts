import type { SettingKey } from './settings.ts';

/** What each setting does, in a sentence. Beside the table, since hooks load that one and show none of this. */
export const SETTING_HELP: Readonly<Record<SettingKey, string>> = {
  home: 'Folder of all data. Set by the environment alone.',
  'worker.start': 'Whether a command or hook may start the worker: auto or never.',
  'worker.idleMinutes': 'Minutes without a request after which the worker leaves.',
  'context.enabled': 'Whether hooks hand context to the agent.',
  'context.startTokens': 'Most tokens of context at the start of a session.',
  'context.promptTokens': 'Most tokens of context at a prompt; the first of a session also gets what its start left.',
  'context.fileTokens': 'Most tokens of context before a file is read or changed.',
  'context.format':
    'How the lines of a block are written: plain, as a Markdown list, or each as a JSON object with id, section and text.',
  'tripwires.mode':
    'What a rule that a person confirmed as a tripwire does when a command, a changed file or a prompt meets it: off, warn, or block (constraints alone, where the agent lets a hook refuse a call).',
  'tripwires.errors': 'Whether the agent is told what is known of an error that came in an earlier session.',
  'privacy.excludePaths': 'Patterns of files whose contents are never kept, beside the built-in ones.',
  'privacy.excludeProjects':
    'Patterns of project folders from which Cairn records nothing. What was kept before is still told there, and erased by cairn forget --project.',
  'privacy.maxChars': 'Characters kept of one captured text; a longer text keeps its beginning and end.',
  'embed.model':
    'What makes vectors, by which memories are found by meaning: minilm (bundled), none, package:NAME, folder:PATH, openai:MODEL or ollama:MODEL.',
  'embed.url':
    'Address of the server of an openai: or ollama: model; without it https://api.openai.com/v1 or http://127.0.0.1:11434.',
  'embed.key': 'Key that the server of an openai: or ollama: model asks for. It is never shown.',
  'embed.dimensions': 'Numbers of a vector that are asked of a server; 0: as many as its model gives.',
  'embed.questionPrefix':
    'What a package:, folder: or server model wants before a question; without it what the package or folder says.',
  'embed.memoryPrefix':
    'What a package:, folder: or server model wants before a memory; without it what the package or folder says.',
  'llm.model':
    'Language model that words summaries better: none, openai:MODEL, anthropic:MODEL, ollama:MODEL, or command:LINE, a program that reads a prompt and prints an answer.',
  'llm.url':
    'Address of the server of the model; without it https://api.openai.com/v1, https://api.anthropic.com or http://127.0.0.1:11434.',
  'llm.key': 'Key that the server of the model asks for. It is never shown.',
  'llm.purposes':
    'What the model is asked for: summary (of sessions), observations (those that summaries name), answer (of questions to collections).',
  'llm.dailyTokens': 'About how many tokens the model may read and write in a day; 0: no limit.',
  'llm.dailyCost':
    'What a day may cost, in the money of the prices; 0: no matter. It takes llm.priceIn and llm.priceOut.',
  'llm.priceIn': 'Price of a million tokens that the model reads.',
  'llm.priceOut': 'Price of a million tokens that the model writes.',
  'llm.timeoutMs': 'Milliseconds that one answer of the model may take.',
  'llm.allowAgentCommand': "Whether command: may name an agent's program, and so use your subscription with it.",
  'meter.control': 'Share of sessions that get only tripwires, so that cairn impact can compare; 0: none.',
  'retention.days':
    'After how many days memories of a kind are retired, as observation=365; kinds are observation, prompt and message.',
  'sync.minutes':
    'Minutes after something was remembered until sync hands it on, where this home takes part in a team.',
  'webhooks.urls':
    'Addresses that are told what happens, as signed requests: https, or http on this machine. None: nothing is sent.',
  'webhooks.secret':
    'Secret under which those requests are signed: whsec_ and 24 to 64 bytes in base64. It is never shown.',
  'webhooks.kinds':
    'What they are told: knowledge (rules and decisions that were stated), summaries (of sessions at their end), failures (of commands and turns), sessions (that begin and end).',
  'backup.daily': 'Whether a backup of the memory is made on each day on which something was added.',
  'retention.graceDays':
    'Days after which what was retired or forgotten is erased for good; until then it can be brought back. 0: at once.',
  'disk.lowMegabytes':
    'Free megabytes of the disk below which what tools read and wrote is kept by its first and last lines alone.',
  'disk.fullMegabytes':
    'Free megabytes on the disk below which Cairn stores nothing new; you can still read, export and forget.',
  'update.notice':
    "Whether Cairn asks npm once a day for its newest version, and tells you of one. npm sends the package's name alone.",
  'log.level': 'How much the log file tells: off, error, info or debug.',
};
