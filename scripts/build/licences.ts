import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of every package among `modules` (paths from the root), as one text, sorted by package. */
export function thirdPartyLicences(modules: readonly string[], root: string): string {
  const parts = packageFolders(modules).map((folder) => licenceOf(join(root, folder)));
  return `Cairn contains code of the following packages.\n\n${parts.join('\n')}`;
}

/** The folders below `node_modules` that modules come from, sorted. */
export function packageFolders(modules: readonly string[]): string[] {
  return [...new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))].sort();
}

function packageFolder(module: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? licenceInReadme(folder) : readFileSync(join(folder, file), 'utf8').trim();
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n${text}\n`;
}

/** The section of a README that is the licence, for a package without a file of it. Throws when there is none. */
function licenceInReadme(folder: string): string {
  const readme = readdirSync(folder).find((entry) => /^readme\b/i.test(entry));
  const text = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  const [, section] = /^#+ *licen[cs]e *\n([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(text) ?? [];
  if (section?.includes('Permission is hereby granted') !== true)
    throw new Error(`${folder} holds no text of its licence`);
  return section.trim();
}

interface PackageJson {
  name: string;
  version: string;
  license: string;
}
