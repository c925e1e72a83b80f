import { wordSet } from '../../core/text/word-set.ts';

/** Verbs of orders about work that begin an order whatever follows; in German, Spanish and French as well. */
export const VERBS = wordSet(
  `add implement rename refactor create extract install bump replace continue introduce migrate rewrite parallelise
  parallelize optimize optimise simplify deduplicate reformat rebuild rerun restart regenerate go wire expose cover
  write generate reuse restructure inline
  füge behebe korrigiere implementiere erstelle aktualisiere verschiebe repariere ergänze committe baue bau
  agrega añade corrige arregla implementa renombra actualiza crea mueve ejecuta
  ajoute implémente renomme déplace lance`,
);
/** Verbs that are nouns as well: "deploy log" is a heading, "deploy the shop" an order. */
export const NOUN_VERBS = wordSet(
  `fix run use update build commit deploy release change merge rebase push pull port split move test upgrade format style
  open close start set store cache group order sort log mock link document import export ship handle parse validate squash
  increase decrease raise lower keep put speed profile benchmark ändere mach`,
);
/** Verbs of orders that take away what stands there: only where they name it as code does. */
export const REMOVALS = wordSet('remove delete drop revert undo disable');
/** Verbs of orders that may put words somewhere. */
export const INSERTS = wordSet(
  `add create introduce write generate put use update build change replace set open log document import export style
  rewrite keep store füge erstelle aktualisiere ergänze baue bau ändere mach agrega añade actualiza crea ajoute`,
);
/** What else may begin an order about work before its verb. */
export const ORDER_LEAD =
  /^(?:(?:ok(?:ay)?|hey|hi|hello|quick one|so|now|then|and|also|please|pls|great|good|perfect|cool|nice|thanks|thank you|next|first|finally|afterwards|after (?:that|this)|go ahead and|let'?s|(?:(?:first|next|new) )?(?:task|step)|todo|bitte|und|dann|jetzt|danach|ensuite|luego|por favor)(?![\p{L}\p{N}'’])[\s,:.!–—-]*)+/iu;
/** The same of an order that is asked for politely. */
export const POLITE = /^(?:can|could|would|will) you (?:please |also |now )?(?=[a-z])/i;
/** Behind a verb that may be a noun: what only a verb has. */
export const OBJECT =
  /^(?:(?:the|a|an|all|both|our|my|each|every|this|up|out|over|die|das|den|der|el|la|los|las|le|les)\s|(?:[\w-]+ ){0,3}(?:(?:to|in|for|with|into|from) )?(?:[`/]|\S*[a-z\d][._/][a-z]|[a-z]+[A-Z]))/;
/** Words that report what others said, name others, judge, or doubt. */
export const REPORTS = wordSet(
  `he she they he's she's they're him her his hers
  say says said saying tell tells told claim claims claimed state states stated read reads quote quotes quoted cite cites
  cited according ask asks asked answer answers answered reply replies replied respond responds responded suggest suggests
  suggested recommend recommends recommended propose proposes proposed think thinks thought believe believes believed mean
  means meant insist insists insisted want wants wanted demand demands wrote written writes found find finds saw seen see
  sees heard hear hears got get gets came come comes went goes sent sends gave gives left posted shared pasted copied taken
  pretend imagine suppose translate summarize summarise explain describe rephrase paraphrase proofread shorten
  wrong false true right bad worse terrible stupid silly nonsense garbage rubbish bullshit crap wtf lol haha joke funny odd
  weird strange dangerous unsafe safe insecure secure evil malicious illegal legit outdated obsolete deprecated harmful
  ridiculous idiotic awful horrible hilarious suspicious
  sagte sagt meinte meint steht stand schrieb schreibt falsch richtig quatsch unsinn laut
  dice dijo decía falso cierto verdad según dit disait faux vrai selon`,
);
/** Those, and words that point, deny, or make a statement of an order; in German, Spanish and French as well. */
export const NOT_PLAIN = new Set([
  ...REPORTS,
  ...wordSet(
    `them their theirs this that these those it its itself it's that's one ones who whom whose which what why how where when whether if such so
    same other another else following above below previous former old older earlier past last ago since until once yesterday
    then there as like unlike i i'm i've i'd i'll we we're we've us me you you're your mine ours yours
    is isn't are aren't was wasn't were weren't be been being am has hasn't have had does doesn't did didn't will won't would
    wouldn't should shouldn't could couldn't might may must shall can can't cannot
    not no never nor neither nobody none nothing don't stop instead rather anymore but except however though although actually
    otherwise unless because due
    das dies diese dieser dieses diesen diesem jene jener jenes er sie ihm ihn ihr ihnen sein seine solche solcher so alt alte
    alten früher gestern damals war waren wurde wurden ist sind hat haben hatte nicht nie kein keine warum wer wo was wie wir
    ich du esto eso este esta ese esa estos esos él ella ellos lo antes viejo vieja era fue es son no nunca qué quién porque
    mal nosotros yo ce cela ça cette ces il elle ils elles lui leur avant ancien ancienne était est sont pas jamais nous je`,
  ),
]);
/** Names of texts and of what holds text: a sentence beside an order about them may be their words. */
const TEXTS = `sentence text paragraph phrase wording word line statement quotation passage excerpt rule policy policies
  convention guideline instruction advice tip slogan motto story stories poem song tweet post blog article mail email e-mail
  letter newsletter announcement message chat slack thread channel ticket issue jira confluence wiki readme doc docs
  documentation handbook manual guide faq website screenshot image picture slide deck poster banner toast tooltip placeholder
  caption subtitle headline motd greeting copy string translation locale i18n template prompt persona bot fixture sample
  example payload seed eval corpus snippet note comment spec requirement criteria description summary report review feedback
  minutes transcript recording memo interview speech talk license licence contract clause quiz question response hint alert
  notification popup signature bio tagline changelog memory memories grammar spelling spell typo tone docstring satz sätze text
  regel regeln zeile notiz meldung anleitung doku mail frase texto regla línea nota mensaje correo phrase texte règle ligne`;
/** What may hold text as well, and is a part of a program: only with a word before it that says which. */
const PARTS = `page header footer button label title heading list entry item card section chapter modal dialog error warning
  output log name value bullet document content contents seite página`;
const STRUCTURE = `table row column file data dataset input field cell constant variable part thing stuff block box form view screen
  site app tool step point case logs datei archivo fichier`;

/** What programs and work on them are made of: an order about work names one of these, or code. */
const MADE = `test spec endpoint route router handler function method class module component hook package dependency library api
  client server service worker job queue cache caching index migration schema model type interface enum parser lexer renderer
  tokenizer compiler flag option argument parameter command cli setting config configuration pipeline workflow ci container build
  retry retries backoff timeout pagination limiting logging metrics tracing auth authentication authorization login logout session
  token permission branch build page dashboard app bug lint linter suite parser step validation sorting filter filtering search query sql database db store repository branch tag middleware plugin
  adapter wrapper helper utility factory event listener stream socket websocket cron scheduler importer exporter uploader upload
  download feature theme shortcut script column field mutex lock transaction logger timer debounce throttle rollback webhook
  prueba función dependencia tabelle spalte funktion endpunkt klasse modul`;

/** Names of the parts of programs, and of work on them, in both numbers. */
export const MADE_NOUNS = withPlurals(MADE);
/** Names of texts, in both numbers. */
export const TEXT_NOUNS = withPlurals(TEXTS);
/** Parts of a program that hold words, in both numbers: an order to add one may be followed by its words. */
export const SLOT_NOUNS = withPlurals(PARTS);
/** All parts of a program that may hold text, in both numbers. */
export const PART_NOUNS = new Set([...SLOT_NOUNS, ...withPlurals(STRUCTURE)]);

/** Names of what a program says, shows or judges words with, in both numbers. */
export const SPEAKERS = withPlurals(
  `filter classifier detector extractor scanner sanitizer moderator guard guardrail firewall injection attack jailbreak echo greeter
  help fortune bot chatbot assistant villain character npc dialogue dialog modal onboarding tour welcome marquee carousel
  typewriter ticker mock demo simulator simulation game training reviewer seed`,
);

function withPlurals(words: string): ReadonlySet<string> {
  return new Set([...wordSet(words)].flatMap((word) => [word, `${word}s`]));
}
