// The pages of the site in their order. The configuration, the test of the pages and docs/public/llms.txt read this.

/** One page: its title in the sidebar and its path in the repository. */
export interface Page {
  text: string;
  path: string;
}

/** A group of pages under one entry of the navigation; `hidden` groups have pages and no entry. */
export interface Section {
  text: string;
  groups: readonly { text: string; pages: readonly Page[] }[];
}

const page = (text: string, path: string): Page => ({ text, path });

/** The sections of the site, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  {
    text: 'Start',
    groups: [
      {
        text: 'Start',
        pages: [
          page('Start in 60 seconds', 'docs/start.md'),
          page('The terminal', 'docs/terminal.md'),
          page('The dashboard', 'docs/dashboard.md'),
          page('Uninstall', 'docs/uninstall.md'),
          page('Changelog', 'CHANGELOG.md'),
        ],
      },
    ],
  },
  {
    text: 'Concepts',
    groups: [
      {
        text: 'Concepts',
        pages: [
          page('Concepts on one page', 'docs/concepts.md'),
          page('What a memory is made of', 'docs/memory.md'),
          page('Glossary', 'docs/glossary.md'),
        ],
      },
    ],
  },
  { text: 'Agents', groups: [{ text: 'Agents', pages: [page('All agents', 'docs/agents.md')] }] },
  {
    text: 'How-to',
    groups: [
      {
        text: 'Everyday',
        pages: [
          page('Search', 'docs/search.md'),
          page('Why is this line here?', 'docs/why.md'),
          page('Source files by structure', 'docs/code.md'),
          page('Review proposals', 'docs/how-to/review.md'),
          page('Tripwires', 'docs/how-to/tripwires.md'),
          page('Forget a secret', 'docs/how-to/forget-a-secret.md'),
        ],
      },
      {
        text: 'Data',
        pages: [
          page('Import past sessions', 'docs/how-to/import-sessions.md'),
          page('Import and export in detail', 'docs/import.md'),
          page('Restore a session', 'docs/sessions.md'),
          page('Back up and restore', 'docs/how-to/backup.md'),
          page('Move to another laptop', 'docs/how-to/move.md'),
        ],
      },
      {
        text: 'Set-up',
        pages: [
          page('Share with a team', 'docs/team.md'),
          page('Sync several homes', 'docs/sync.md'),
          page('A team server', 'docs/server.md'),
          page('How many machines', 'docs/scale.md'),
          page('Webhooks', 'docs/how-to/webhooks.md'),
          page('CI and containers', 'docs/how-to/ci.md'),
          page('Several accounts', 'docs/how-to/accounts.md'),
          page('A local model', 'docs/how-to/local-model.md'),
          page('Language models in detail', 'docs/models.md'),
        ],
      },
    ],
  },
  {
    text: 'Reference',
    groups: [
      {
        text: 'Reference',
        pages: [
          page('Command line', 'docs/cli.md'),
          page('Settings', 'docs/reference/settings.md'),
          page('HTTP', 'docs/api.md'),
          page('MCP', 'docs/mcp.md'),
          page('MCP tools', 'docs/reference/mcp-tools.md'),
          page('SDK', 'docs/reference/sdk.md'),
          page('Events', 'docs/reference/events.md'),
          page('Errors', 'docs/reference/errors.md'),
          page('JSON output', 'docs/reference/json.md'),
          page('Exports', 'docs/reference/export.md'),
        ],
      },
      {
        text: 'Inside',
        pages: [
          page('Architecture', 'ARCHITECTURE.md'),
          page('A hook and a search', 'docs/walkthrough.md'),
          page('Decisions', 'docs/decisions.md'),
          page('Dependencies', 'docs/dependencies.md'),
          page('Contributing', 'CONTRIBUTING.md'),
          page('Style', 'docs/style.md'),
        ],
      },
    ],
  },
  {
    text: 'Trust',
    groups: [
      {
        text: 'Trust',
        pages: [
          page('Privacy', 'docs/privacy.md'),
          page('Security', 'docs/security.md'),
          page('Report a hole', 'SECURITY.md'),
          page('Benchmarks', 'docs/benchmarks.md'),
        ],
      },
    ],
  },
  {
    text: 'Compare',
    groups: [
      {
        text: 'Compare',
        pages: [
          page('Comparison', 'docs/compare/index.md'),
          page('What three earlier memories have', 'docs/compare/earlier.md'),
          page('Move to Cairn', 'docs/compare/moving.md'),
        ],
      },
    ],
  },
  {
    text: 'Help',
    groups: [
      {
        text: 'Help',
        pages: [page('FAQ', 'docs/help/faq.md'), page('Troubleshooting', 'docs/help/troubleshooting.md')],
      },
    ],
  },
];
