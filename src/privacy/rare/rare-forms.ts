// rare: rules whose anchors few texts have; what finds the anchors hands a text and a place to them. They may not import
// `privacy`: what they ask of it is handed to them.

import { findDrawnLiteral } from './drawn-literals.ts';
import { findEncodedSecret, findSecretDocument } from './encoded-secrets.ts';
import { findForeignSecret } from './foreign-names.ts';
import { findNearSecret } from './near-secrets.ts';
import { findAtPlace } from './place-forms.ts';
import { findPrivateKey } from './private-keys.ts';
import { stripPrivate } from './private-tags.ts';
import { findRecoveryCodes } from './recovery-codes.ts';
import { findSecretBlock } from './secret-blocks.ts';
import { findSecretColumns } from './secret-columns.ts';
import { findSecretLines } from './secret-lines.ts';
import { findSqlRows } from './sql-rows.ts';

/**
 * Rules whose anchors few texts have. They are gathered here, since a hook has them in a file of their own, which it loads with
 * the first anchor that it meets (`rare-forms-beside.ts`).
 */
export const RARE_FORMS = {
  findAtPlace,
  findDrawnLiteral,
  findEncodedSecret,
  findForeignSecret,
  findNearSecret,
  findPrivateKey,
  findRecoveryCodes,
  findSecretBlock,
  findSecretColumns,
  findSecretDocument,
  findSecretLines,
  findSqlRows,
  stripPrivate,
};

/** The rules for rare forms. */
export function rareForms(): typeof RARE_FORMS {
  return RARE_FORMS;
}
