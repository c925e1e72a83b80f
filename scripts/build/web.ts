import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { sha256Hex } from '../../src/core/hash.ts';
import { type Bundle, toBundle } from './bundle.ts';

const HASH_CHARS = 10;

interface WebOptions {
  /** Root of the clone. */
  root: string;
  /** Folder below it with `main.tsx` and `index.html`. */
  source: string;
  /** Folder that gets `index.html` and, below it, `assets`. */
  outputFolder: string;
}

/**
 * Builds a page: `main.tsx` with a file for each view that is loaded when it is needed, `web/theme.ts` alone since it runs
 * before the first paint, one style sheet of every CSS file that a module imports, and `index.html` that names them. All but
 * the last are named by a hash of what they hold.
 */
export async function bundleWeb({ root, source, outputFolder }: WebOptions): Promise<Bundle[]> {
  const assets = join(outputFolder, 'assets');
  mkdirSync(assets, { recursive: true });
  const styles = new Map<string, string>();
  const page = await write(`${source}/main.tsx`, { root, assets, format: 'esm', styles });
  const theme = await write('web/theme.ts', { root, assets, format: 'iife', styles });
  const [main] = page;
  const [early] = theme;
  if (main === undefined || early === undefined) throw new Error('the page has no entry');
  const style = writeHashed(assets, 'style.css', minifyCss([...styles.values()].join('\n')));
  const icon = writeHashed(assets, 'icon.svg', readFileSync(join(root, 'web/icon.svg'), 'utf8').trim());
  const preloads = main.imports.map((file) => `<link rel="modulepreload" href="/assets/${file}" />`);
  const html = replaceEach(readFileSync(join(root, source, 'index.html'), 'utf8'), {
    '"./icon.svg"': `"/assets/${icon}"`,
    '"./theme.ts"': `"/assets/${early.fileName}"`,
    '"./main.tsx"': `"/assets/${main.fileName}"`,
    '</head>': `${[`<link rel="stylesheet" href="/assets/${style}" />`, ...preloads].join('')}</head>`,
  });
  writeFileSync(join(outputFolder, 'index.html'), html.replace(/\n\s*/g, '\n'));
  return [...page, ...theme].map((chunk) => toBundle(chunk, root));
}

async function write(
  source: string,
  {
    root,
    assets,
    format,
    styles,
  }: { root: string; assets: string; format: 'esm' | 'iife'; styles: Map<string, string> },
): Promise<OutputChunk[]> {
  const build = await rolldown({
    input: source,
    cwd: root,
    platform: 'browser',
    tsconfig: join(root, 'web/tsconfig.json'),
    transform: { target: 'es2022' },
    plugins: [takeStyles(styles)],
    // A slow machine is no fault of what is built.
    checks: { bundlerTimings: false },
    onLog: (_level, log) => {
      throw new Error(`${log.code}: ${log.message}`);
    },
  });
  try {
    const { output } = await build.write({
      dir: assets,
      format,
      minify: true,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
    });
    return output.filter((file) => file.type === 'chunk').toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry));
  } finally {
    await build.close();
  }
}

/** Takes the CSS files out of the modules that import them, in the order in which the page comes to them. */
function takeStyles(styles: Map<string, string>): Plugin {
  const files = new Map<string, string>();
  return {
    name: 'styles',
    load(id) {
      if (!id.endsWith('.css')) return undefined;
      files.set(id, readFileSync(id, 'utf8'));
      return { code: 'export {};', moduleType: 'js', moduleSideEffects: true };
    },
    buildEnd() {
      const seen = new Set<string>();
      const later: string[] = [];
      const visit = (id: string): void => {
        if (seen.has(id)) return;
        seen.add(id);
        const css = files.get(id);
        if (css !== undefined) styles.set(id, css);
        const module = this.getModuleInfo(id);
        for (const next of module?.importedIds ?? []) visit(next);
        later.push(...(module?.dynamicallyImportedIds ?? []));
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) visit(id);
      for (let id = later.shift(); id !== undefined; id = later.shift()) visit(id);
    },
  };
}

function minifyCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

function writeHashed(folder: string, name: string, text: string): string {
  const [stem, extension] = name.split('.');
  const hashed = `${stem}-${sha256Hex(text).slice(0, HASH_CHARS)}.${extension}`;
  writeFileSync(join(folder, hashed), text);
  return hashed;
}

function replaceEach(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`index.html lacks ${from}`);
    return done.replace(from, () => to);
  }, text);
}
