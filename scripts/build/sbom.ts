import { packageFolders } from './licences.ts';

/** Name of the file in `dist/` that lists what was bundled. */
export const SBOM_FILE = 'sbom.cdx.json';

/** What package-lock.json says of one package. */
export interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
}

/** A part of a bill of materials, in the form of CycloneDX. */
export interface Component {
  type: 'library';
  name: string;
  version: string;
  purl: string;
  licenses: { expression: string }[];
  hashes: { alg: string; content: string }[];
}

/**
 * The bill of materials of the built program, CycloneDX 1.6: each package of which a module was bundled, with the version and
 * the hash that the lockfile pins. Neither time nor serial number stands in it, so that the same sources give the same bytes.
 */
export function toSbom(of: {
  modules: readonly string[];
  lock: { packages: Readonly<Record<string, LockedPackage>> };
  name: string;
  version: string;
  license: string;
}): { bomFormat: string; specVersion: string; version: 1; metadata: object; components: Component[] } {
  // The lockfile names folders from the root, also where `node_modules` is a link to one elsewhere.
  const folders = packageFolders(of.modules).map((folder) => folder.slice(folder.indexOf('node_modules/')));
  const components = folders.map((folder) => toComponent(folder, of.lock.packages[folder]));
  const { name, version, license } = of;
  const component = { type: 'application', name, version, purl: purlOf(name, version), licenses: licences(license) };
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components };
}

function toComponent(folder: string, locked: LockedPackage | undefined): Component {
  if (locked?.license === undefined || locked.integrity === undefined) {
    throw new Error(`package-lock.json does not say what ${folder} is: npm install`);
  }
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const { version, license, integrity } = locked;
  const [algorithm = '', digest = ''] = integrity.split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  const alg = algorithm.replace(/^sha/, 'SHA-');
  return {
    type: 'library',
    name,
    version,
    purl: purlOf(name, version),
    licenses: licences(license),
    hashes: [{ alg, content }],
  };
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function licences(expression: string): { expression: string }[] {
  return [{ expression }];
}
