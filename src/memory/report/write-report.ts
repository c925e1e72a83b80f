/** A line of a report; `about` follows it in brackets, `under` are lines below it. */
interface ReportLine {
  text: string;
  about?: string;
  under: readonly string[];
}

/** A section of a report. */
export interface ReportSection {
  name: string;
  lines: ReportLine[];
}

interface Report {
  title: string;
  sections: readonly ReportSection[];
}

/** Characters that mean something in Markdown, where a text could be taken for markup. */
const MARKUP = /[\\`*_[\]<>#|~]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}h1{font-size:1.4rem}h2{font-size:1.05rem;margin-top:1.6rem}small{opacity:.7}code{font-size:.9em}';

/** A report for a terminal. */
export function writeText({ title, sections }: Report): string {
  const told = sections.map(({ name, lines }) =>
    [
      name,
      ...lines.flatMap((line) => [`  ${line.text}${aboutOf(line)}`, ...line.under.map((one) => `    ${one}`)]),
    ].join('\n'),
  );
  return [title, ...told].join('\n\n');
}

/** A report in Markdown (CommonMark); the texts of memories are escaped. */
export function writeMarkdown({ title, sections }: Report): string {
  const told = sections.map(({ name, lines }) => {
    const items = lines.flatMap(({ text, about, under }) => [
      `- ${escaped(text)}${about === undefined ? '' : ` (${escaped(about)})`}`,
      ...under.map((one) => `  - ${escaped(one)}`),
    ]);
    return `## ${escaped(name)}\n\n${items.join('\n')}`;
  });
  return [`# ${escaped(title)}`, ...told].join('\n\n');
}

/** A report as one page of HTML that needs nothing else. */
export function writeHtml({ title, sections }: Report): string {
  const told = sections.map(({ name, lines }) => {
    const items = lines.map(({ text, about, under }) => {
      const more = under.length === 0 ? '' : `<ul>${under.map((one) => `<li>${html(one)}</li>`).join('')}</ul>`;
      return `<li>${html(text)}${about === undefined ? '' : ` <small>${html(about)}</small>`}${more}</li>`;
    });
    return `<h2>${html(name)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${html(title)}</title><style>${STYLE}</style>`;
  return `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body>\n<h1>${html(title)}</h1>\n${told.join('\n')}\n</body>\n</html>`;
}

function aboutOf({ about }: ReportLine): string {
  return about === undefined ? '' : ` (${about})`;
}

function escaped(text: string): string {
  return text.replace(MARKUP, String.raw`\$&`);
}

function html(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}
