import type { Look } from '../kinds/secret.ts';
import type { ValueForm } from '../kinds/secret-values.ts';
import type { TokenKind } from '../kinds/token-kind.ts';

/** What rules for rare forms ask of the others. */
export interface SecretTests {
  hasSecret(text: string): boolean;
  isPlaceholder(value: string): boolean;
  isRandomLooking(text: string): boolean;
  isSecretFile(path: string): boolean;
  isTokenStart(text: string, at: number): boolean;
  matchToken(row: TokenKind, text: string, anchor: number): Look;
  /** `kind` is one that `secretNameKind` gave. */
  isSecretOf(kind: string, value: string, place: { form: ValueForm; quotedName: boolean }): boolean;
  /** Where the name starts in which a word at an offset stands. */
  startOfName(text: string, start: number): number;
  secretNameKind(name: string): string | undefined;
}
