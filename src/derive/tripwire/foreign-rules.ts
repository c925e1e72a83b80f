import type { ForbiddenAction } from './read-object.ts';

/** A prohibition in a language other than English: a pattern before or behind its object. */
export interface ForeignRule {
  action: ForbiddenAction;
  /** Global; the object follows at once. */
  before?: RegExp;
  /** Sticky; follows the object at once. */
  behind?: RegExp;
  /** Cheap filter: the pattern of `behind` at any place. */
  anywhere?: RegExp;
}

const rule = (action: ForbiddenAction, before: string): ForeignRule => ({
  action,
  before: new RegExp(`(?<![\\p{L}\\p{N}])(?:${before})\\s*`, 'giu'),
});
const chinese = (action: ForbiddenAction, verbs: string): ForeignRule => ({
  action,
  before: new RegExp(
    `(?:不要|别|不能|不得|禁止|严禁|不准|不许|请勿|勿|绝不|永远不要|不可以|不允许|不应该|不應|不可)(?:再|直接|随意|手动|擅自)*(?:${verbs})\\s*`,
    'gu',
  ),
});
const behind = (action: ForbiddenAction, pattern: string): ForeignRule => ({
  action,
  behind: new RegExp(pattern, 'iuy'),
  anywhere: new RegExp(pattern, 'iu'),
});

/** Text that may follow the object in these languages without narrowing the rule. */
export const FOREIGN_TAIL =
  /^(?:\s*(?:$|[.!;,:)。，；！、：）]|[^\u0000-\u007f])|\s+(?:dans|en|in|im|pas|jamais|plus|sondern|mais|sino|hier|ici|aqu[ií]|usa|use|utilise|nutze|verwende|porque|weil|car|nunca|nie|niemals|verwenden|benutzen|nutzen|ausf[üu]hren|einsetzen|[äa]ndern|bearbeiten|anfassen|l[öo]schen)(?![\p{L}\w]))/iu;

/** Chinese, Japanese, German, French and Spanish: the languages for which there are test sentences. */
export const FOREIGN_RULES: readonly ForeignRule[] = [
  chinese('run', '使用|用|运行|執行|执行|跑|调用|'),
  chinese('write', '修改|编辑|更改|改动|改|删除|动|碰|触碰|覆盖|写入|重写|變更|刪除'),
  behind('run', '\\s*(?:を|は)?\\s*(?:使わない|使用しない|使うな|使用禁止|実行しない|実行禁止|は?禁止)'),
  behind(
    'write',
    '\\s*(?:フォルダ|ディレクトリ|ファイル)?\\s*(?:を|は|に)?\\s*(?:編集しない|変更しない|触らない|削除しない|書き込まない|編集禁止|変更禁止)',
  ),
  rule(
    'run',
    '(?:verwende|benutze|nutze|f[üu]hre)n? (?:niemals|nie|nicht|kein(?:e|en)?)|(?:niemals|nie|kein(?:e|en)?)',
  ),
  rule('write', '(?:[äa]ndere|bearbeite|l[öo]sche|ver[äa]ndere)n? (?:niemals|nie|nicht)(?: den| die| das| in)?'),
  behind(
    'run',
    '\\s+(?:niemals|nie|nicht) (?:verwenden|benutzen|nutzen|ausf[üu]hren|einsetzen)|\\s+darf nicht (?:verwendet|benutzt|ausgef[üu]hrt) werden',
  ),
  behind(
    'write',
    '\\s+(?:niemals|nie|nicht) (?:[äa]ndern|bearbeiten|anfassen|l[öo]schen|ver[äa]ndern|editieren)|\\s+darf nicht (?:ge[äa]ndert|bearbeitet|gel[öo]scht) werden',
  ),
  rule(
    'run',
    "(?:n'|ne )?(?:utilise[rz]?|ex[ée]cute[rz]?|lance[rz]?) (?:jamais|pas|plus)|ne (?:jamais|pas|plus) (?:utiliser|ex[ée]cuter|lancer)",
  ),
  rule(
    'write',
    "(?:n'|ne )?(?:modifie[rz]?|touche[rz]?|[ée]dite[rz]?|supprime[rz]?) (?:jamais|pas|plus)(?: [àa]| au| le| la| les)?|ne (?:jamais|pas|plus) (?:modifier|toucher|[ée]diter|supprimer)(?: [àa]| au| le| la| les)?",
  ),
  rule('run', '(?:nunca|no|jam[áa]s) (?:uses?|usar|utilices?|utilizar|ejecutes?|ejecutar|corras)'),
  rule(
    'write',
    '(?:nunca|no|jam[áa]s) (?:modifiques?|modificar|edites?|editar|toques?|tocar|borres?|borrar|cambies?|cambiar)(?: el| la| los| las)?',
  ),
];
