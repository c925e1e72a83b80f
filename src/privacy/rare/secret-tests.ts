import type { ValueForm } from '../kinds/secret-values.ts';

/** What rules for rare forms ask of the others. */
export interface SecretTests {
  hasSecret(text: string): boolean;
  isPlaceholder(value: string): boolean;
  isSecretFile(path: string): boolean;
  /** `kind` is one that `secretNameKind` gave. */
  isSecretOf(kind: string, value: string, place: { form: ValueForm; quotedName: boolean }): boolean;
  /** Where the name starts in which a word at an offset stands. */
  startOfName(text: string, start: number): number;
  secretNameKind(name: string): string | undefined;
}
