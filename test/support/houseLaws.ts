// The laws for the sources, as pure functions of the files of ui/: path below ui/ -> source. Each law
// returns one sentence for every violation. `noCircles` also reads the whole repository, and `screensHaveLooks` the
// tables of the looks.

import { colourIn } from './colours';
import { unsignedWrites } from './writingControls';

export type Files = Readonly<Record<string, string>>;

interface Import {
  readonly from: string;
  /** The path below ui/ for a local file, else the package name as written. */
  readonly to: string;
  readonly isOurs: boolean;
  readonly isTypeOnly: boolean;
  /** By `import()`. */
  readonly isLazy?: boolean;
}

const isCode = (path: string) => /\.(tsx?|m?js)$/.test(path) && !path.endsWith('.d.ts');
const isStyle = (path: string) => path.endsWith('.css');
const isHook = (path: string) => /\/use[A-Z]\w*\.ts$/.test(path);
const nameOf = (path: string) => path.split('/').at(-1) ?? path;
const stemOf = (path: string) => nameOf(path).replace(/(\.module\.css|\.[^.]+)$/, '');
const subjectOf = (path: string) => path.split('/')[0] ?? path;

const comments = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const withoutComments = (source: string) => source.replace(comments, (_, text?: string) => text ?? '');
const codeOf = (files: Files) =>
  Object.entries(files)
    .filter(([path]) => isCode(path))
    .map(([path, source]): [string, string] => [path, withoutComments(source)]);

const statements = /^(?:import|export)\b(\s+type\b)?([^'";=()]*?\bfrom\s*)?\s*['"]([^'"\n]+)['"]/gm;
/** `import('...')`, or `(await import('...')).Name`. */
const lazyImports = /\bimport\(\s*['"]([^'"]+)['"](?:\s*\)\)\.(\w+))?/g;

const isEntry = (path: string) => /^(ui\/)?app\/entries\//.test(path);

function importsOf(files: Files): Import[] {
  return codeOf(files).flatMap(([from, source]) => [
    ...staticImports(files, from, source),
    ...[...source.matchAll(lazyImports)].flatMap(([, text = '', name]) =>
      lazyImport(files, from, text, name),
    ),
  ]);
}

function staticImports(files: Files, from: string, source: string): Import[] {
  return [...source.matchAll(statements)].map((found) =>
    toImport(files, from, found[3] ?? '', Boolean(found[1])),
  );
}

/**
 * A dynamic import of an entry counts as an import of the export that it takes, or of all. The entry's other imports
 * only set the load order.
 */
function lazyImport(files: Files, from: string, text: string, name?: string): Import[] {
  const loaded = { ...toImport(files, from, text, false), isLazy: true };
  if (!isEntry(loaded.to)) return [loaded];
  const exports = withoutComments(files[loaded.to] ?? '').match(/^export [^;]*;/gm) ?? [];
  const taken = exports.filter((line) => !name || line.split(/[\s{},]+/).includes(name));
  return staticImports(files, loaded.to, taken.join('\n')).map((reached) => ({
    ...reached,
    from,
    isLazy: true,
  }));
}

function toImport(files: Files, from: string, text: string, isTypeOnly: boolean): Import {
  if (!text.startsWith('.')) return { from, to: text, isOurs: false, isTypeOnly };
  const path = new URL(text, `file:///${from}`).pathname.slice(1);
  const to = ['', '.ts', '.tsx'].map((ending) => path + ending).find((candidate) => candidate in files);
  return { from, to: to ?? path, isOurs: true, isTypeOnly };
}

/** The subjects, from the ground up. Each knows only those before it. */
const subjects = [
  'base',
  'model',
  'kit',
  'backend',
  'page',
  'rules',
  'records',
  'collections',
  'settings',
  'logs',
  'backup',
  'overview',
  'app',
];
/** Controls make no calls, and calls need no controls. */
const strangers = ['kit', 'backend'];

/** An `import()` of an entry counts as an import of what it gives. */
function subjectsInOrder(files: Files): string[] {
  return importsOf(files)
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ from, to }) => {
      const [above, below] = [subjectOf(from), subjectOf(to)];
      const unknown = [above, below].find((name) => !subjects.includes(name) && !besides.includes(name));
      if (unknown) return [`${from} imports ${to}: no subject is called ${unknown}.`];
      if (above === 'main.tsx') {
        return ['app', 'styles'].includes(below) ? [] : [`${from} imports ${to}: the page loads app alone.`];
      }
      if (above === below || (below === 'assets' && from.endsWith('.tsx'))) return [];
      if (below === 'app') return [`${from} imports ${to}: only app knows app.`];
      const isBelow = subjects.indexOf(below) > -1 && subjects.indexOf(below) < subjects.indexOf(above);
      return isBelow && !(strangers.includes(above) && strangers.includes(below))
        ? []
        : [`${from} imports ${to}: ${above} must not know ${below}.`];
    });
}
const besides = ['main.tsx', 'styles', 'assets'];

/** Folders of pure rules: they need no store, no call, no React and no browser. So do the shapes of newer servers. */
const pureFolders =
  /^(model|backend\/newer(?=\/\w+Shape\.)|records\/(values|tables|import\/plan|history\/plan)|rules\/(reading|findings\/checks)|collections\/import\/plan|backup\/(sqlite|content))\//;
const touchesBrowser = /\b(document|window|localStorage|sessionStorage|location|history|navigator)\./;

/** Inside a subject, too, imports go down: screen, store, call, pure rule. */
function floorsInOrder(files: Files): string[] {
  return importsOf(files)
    .filter(({ isOurs, isTypeOnly, isLazy }) => isOurs && !isTypeOnly && !isLazy)
    .flatMap(({ from, to }) => {
      if (pureFolders.test(from)) {
        if (subjectOf(to) !== 'base' && !pureFolders.test(to))
          return [`${from} imports ${to}: a pure rule imports pure rules and base alone.`];
        if (touchesBrowser.test(withoutComments(files[to] ?? '')))
          return [`${from} imports ${to}: a pure rule needs no browser, and ${nameOf(to)} does.`];
      }
      return from.endsWith('.ts') && !isHook(from) && !isEntry(from) && to.endsWith('.tsx')
        ? [`${from} imports ${to}: a store knows nothing that is drawn.`]
        : [];
    });
}

export function noCircles(files: Files): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, isOurs } of importsOf(files))
    if (isOurs) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      circles.push(`${[...trail.slice(trail.indexOf(path)), path].join(' -> ')} is a circle.`);
    } else if (!done.has(path)) {
      for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of next.keys()) visit(path, []);
  return circles;
}

function reactInTsxOnly(files: Files): string[] {
  return (
    importsOf(files)
      // A type import is removed at build time: the data of a column may be named without its component.
      .filter(
        ({ from, isOurs, isTypeOnly }) =>
          !isOurs && !isTypeOnly && from.endsWith('.ts') && !isHook(from) && !isEntry(from),
      )
      .filter(({ to }) => /^(react|react-dom)(\/|$)/.test(to) || /^valtio(\/(?!vanilla)|$)/.test(to))
      .map(
        ({ from, to }) =>
          `${from} imports ${to}: React lives only in .tsx and use*.ts (valtio/vanilla is free of it).`,
      )
  );
}

function noCallsFromTsx(files: Files): string[] {
  return importsOf(files)
    .filter(
      ({ from, to, isOurs, isTypeOnly }) =>
        isOurs && !isTypeOnly && (from.endsWith('.tsx') || isHook(from)) && subjectOf(to) === 'backend',
    )
    .map(({ from, to }) => `${from} imports ${to}: what is drawn comes from a store, never from a call.`);
}

function coloursInTokensOnly(files: Files): string[] {
  return Object.entries(files)
    .filter(([path]) => (isCode(path) || isStyle(path)) && path !== 'styles/tokens.css')
    .flatMap(([path, source]) => {
      const colour = colourIn(isStyle(path) ? 'css' : 'code', withoutComments(source));
      return colour ? [`${path} writes the colour "${colour}": colours stand in styles/tokens.css.`] : [];
    });
}

/** For each element that is added to the page, a browser would look whether such a rule holds now. */
function noPageWideHas(files: Files): string[] {
  return Object.entries(files)
    .filter(
      ([path, source]) => isStyle(path) && /(?<![\w.#-])(html|body|main):has\(/.test(withoutComments(source)),
    )
    .map(([path]) => `${path} asks with :has() what is anywhere in the page: its owner sets a class.`);
}

/** A browser drops a declaration with a missing property, and says nothing. */
function propertiesAreSet(files: Files): string[] {
  const sources = Object.entries(files)
    .filter(([path]) => isCode(path) || isStyle(path))
    .map(([path, source]) => [path, withoutComments(source)] as const);
  const set = new Set(
    sources.flatMap(([, source]) =>
      // `--left: 0` in a style, or the name as a text in code.
      [...source.matchAll(/(--[\w-]+)\s*:|['"`](--[\w-]+)/g)].map(([, inStyle, inCode]) => inStyle ?? inCode),
    ),
  );
  return sources.flatMap(([path, source]) =>
    [...source.matchAll(/var\((--[\w-]+)\s*[,)]/g)]
      .filter(([, name]) => !set.has(name))
      .map(([, name]) => `${path} reads ${name}, which nothing sets.`),
  );
}

/** Each script of the bundle is a file that names its content, so that all are in one place. */
function entriesAreFiles(files: Files): string[] {
  const wrongLoads = codeOf(files).flatMap(([path, source]) =>
    [...source.matchAll(/\bimport\(([^)]*)\)/g)]
      .map(([, target = '']) => /^\s*'([^']+)'\s*$/.exec(target)?.[1])
      .filter((target) => target === undefined || !isEntry(toImport(files, path, target, false).to))
      .map(
        (target) => `${path} loads ${target ?? 'what it computes'}: import() names a file of app/entries/.`,
      ),
  );
  const staticLoads = codeOf(files)
    .filter(([path]) => !isEntry(path) && path !== 'main.tsx')
    .flatMap(([path, source]) => staticImports(files, path, source))
    .filter(({ to, isOurs }) => isOurs && isEntry(to))
    .map(({ from, to }) => `${from} imports ${to}: only import() loads an entry.`);
  const code = codeOf(files)
    .filter(
      ([path, source]) => isEntry(path) && source.replace(/^(import '|export \{)[^;]*;/gm, '').trim() !== '',
    )
    .map(([path]) => `${path} holds more than imports and exports by name.`);
  return [...wrongLoads, ...staticLoads, ...code];
}

function namesDifferByMoreThanCase(files: Files): string[] {
  const seen = new Map<string, string>();
  const broken = new Set<string>();
  for (const path of Object.keys(files)) {
    const parts = path.split('/');
    for (const [at, part] of parts.entries()) {
      const folder = parts.slice(0, at).join('/');
      const stem = at === parts.length - 1 ? stemOf(part) : part;
      const key = `${folder}/${stem.toLowerCase()}`;
      const earlier = seen.get(key) ?? stem;
      if (earlier !== stem)
        broken.add(`${folder} holds ${earlier} and ${stem}: names that differ only by case.`);
      seen.set(key, earlier);
    }
  }
  return [...broken];
}

const emptyNames = /^(index|misc|types|constants|common|(\w*(utils?|helpers?|manager|handler)))$/i;

function namesAndExports(files: Files): string[] {
  const names = Object.keys(files).flatMap((path) => {
    // The folders of the types of fields say what they hold.
    const folders = path
      .replace(/^(model|records)\/types\//, '')
      .split('/')
      .slice(0, -1);
    const parts = [...folders, ...(isCode(path) || isStyle(path) ? [stemOf(path)] : [])];
    const bad = parts.find((part) => emptyNames.test(part));
    return bad ? [`${path}: the name "${bad}" says nothing.`] : [];
  });
  const exports = codeOf(files).flatMap(([path, source]) => [
    ...(/^export default\b|\bas default\b/m.test(source) ? [`${path} has a default export.`] : []),
    ...(/^export (type )?\*/m.test(source) ? [`${path} is a barrel (export *).`] : []),
  ]);
  return [...names, ...exports];
}

/** Package -> the files that may import it; `once` means any single file. */
const rooms: [RegExp, RegExp | 'once'][] = [
  [/^react(\/|$)/, /./],
  [/^react-dom(\/|$)/, /^(main\.tsx|app\/|kit\/)/],
  [/^superstruct$/, /^(model\/|backend\/client\.ts$|records\/views\/namedView\.ts$|backup\/content\/)/],
  [/^valtio(\/|$)/, /^(?!base|model|backend)/],
  [/^wouter(\/|$)/, /^app\//],
  [/^lucide-react\/icons\//, /^(?!base|model|backend|page)/],
  [/^@floating-ui\/dom$/, /^kit\/overlay\/keepBeside\.ts$/],
  [/^quill(\/|$)/, /^kit\/rich-text\/quillEditor\.ts$/],
  [/^uplot(\/|$)/, /^kit\/chart\/linePlot\.ts$/],
  [
    /^@(codemirror|lezer)\//,
    /^kit\/code-editor\/(codeMirror|codeColours|codeEditors|filterEditor|\w+Tokens)\.ts$/,
  ],
  [/^idb$/, /^base\/database\.ts$/],
  [/^@noble\/hashes\//, /^base\/digest\.ts$/],
  [/^(simple-icons|slugify|diff|fuzzysort)$/, 'once'],
];

function librariesInTheirRooms(files: Files): string[] {
  const foreign = importsOf(files).filter(({ isOurs }) => !isOurs);
  return foreign.flatMap(({ from, to, isTypeOnly }) => {
    if (to === 'lucide-react') {
      return isTypeOnly ? [] : [`${from} imports lucide-react whole: take lucide-react/icons/<name>.`];
    }
    const room = rooms.find(([library]) => library.test(to))?.[1];
    if (!room) return [`${from} imports ${to}, which has no room: name its place in the laws.`];
    if (room !== 'once') return room.test(from) ? [] : [`${from} imports ${to}, whose room is elsewhere.`];
    const others = foreign.filter((other) => other.to === to && other.from !== from);
    return others.length > 0 ? [`${from} imports ${to}, and so does ${others[0]?.from}: one file may.`] : [];
  });
}

/** Is it the file with the lazy components of a screen, or the looks of a type of field? */
function isPartsFile(path: string): boolean {
  return /^records\/(lazyParts|types\/[a-z]\w*)\.tsx$/.test(path);
}

const lowerCaseTsx = [
  'kit/lazy/lazyComponent.tsx',
  'kit/lazy/lazyScreen.tsx',
  'main.tsx',
  'app/routes.tsx',
  'app/panels.tsx',
];

function filesBearTheirExportsName(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const stem = stemOf(path);
    const isNamed = /^[A-Z]/.test(stem);
    if (path.endsWith('.tsx') && !isNamed && !isPartsFile(path) && !lowerCaseTsx.includes(path)) {
      return [`${path}: a component's file is named in PascalCase.`];
    }
    const main = new RegExp(`^export (?:async )?(?:abstract )?(?:function|const|class)\\*? ${stem}\\b`, 'm');
    return (isNamed || isHook(path)) && !main.test(source) ? [`${path} exports no ${stem}.`] : [];
  });
}

const sinks =
  /\.(?:innerHTML|outerHTML)\b|\[['"](?:inner|outer)HTML['"]\]|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|createContextualFragment|setHTMLUnsafe/;

function noHtmlFromText(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const sink = sinks.exec(source)?.[0];
    const parses = path !== 'base/trustedHtml.ts' && /\bDOMParser\b/.test(source);
    return [
      ...(sink ? [`${path} uses ${sink}: no file makes markup out of text.`] : []),
      ...(parses ? [`${path} uses DOMParser: only base/trustedHtml.ts parses HTML.`] : []),
    ];
  });
}

const callers = ['backend/client.ts', 'backend/upload.ts', 'backend/realtime.ts', 'base/servedPage.ts'];

/** An upload takes the steps of the client. The realtime stream and the page itself are no API requests. */
function callsThroughOneClient(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const call = /(?<![\w.`])(?:fetch\(|(?:new )?(?:XMLHttpRequest|EventSource)\()/.exec(
      withoutTexts(source),
    )?.[0];
    return call && !callers.includes(path)
      ? [`${path} has ${call}: all calls go through backend/client.ts.`]
      : [];
  });
}

const withoutTexts = (source: string) => source.replace(/`(?:\\.|[^`\\])*`|'[^'\n]*'|"[^"\n]*"/g, "''");

function noProductInBase(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const word = /\b(?:lowline|pocketbase)\b/i.exec(source)?.[0];
    return subjectOf(path) === 'base' && word
      ? [`${path} says "${word}": base has no word of the product.`]
      : [];
  });
}

/** The import of collections also knows words of newer servers. */
const filesOfRuleWords = ['model/filter/ruleWords.ts', 'collections/import/plan/newerFormat.ts'];
const ruleWord = /@request\b|@collection\b|[\w}'"`]:(?:isset|each|length|lower|changed)\b/;

function ruleWordsInOneFile(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const word = filesOfRuleWords.includes(path) ? undefined : ruleWord.exec(source)?.[0];
    return word ? [`${path} has ${word}: the words of rules come from model/filter/ruleWords.ts.`] : [];
  });
}

/** The door translates, and the house goes on with the words of 0.22. */
const filesOfNewerWords =
  /^(backend\/|model\/filter\/ruleWords\.ts$|backup\/content\/recordSource\.ts$|collections\/import\/plan\/newerFormat\.ts$)/;
const newerWord = /\b_superusers\b|\bpbc_|@request\.body\b/;

function newerWordsAtTheDoor(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const word = filesOfNewerWords.test(path) ? undefined : newerWord.exec(source)?.[0];
    return word ? [`${path} has ${word}: only the files of the door know newer servers.`] : [];
  });
}

/** Code is data: a translated example can be copied, but it does not run. */
function untranslatedCode(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) =>
    [...(path.endsWith('.tsx') ? source : '').matchAll(/<(code|pre)\b([^>]*)>/g)]
      .filter(([, , props = '']) => !props.includes('translate="no"'))
      .map(([tag]) => `${path} has ${tag} without translate="no".`),
  );
}

/** Plain English: the subject comes first. */
function plainComments(files: Files): string[] {
  return Object.entries(files).flatMap(([path, source]) =>
    [...source.matchAll(/(?:\/\*\*?|^\s*\*|\/\/) +(What|Whoever|Of|Where|Who|Whose|Whom)\b.*/gm)].map(
      ([comment]) => `${path}: the comment "${comment.trim()}" does not begin with its subject.`,
    ),
  );
}

/** Words that comments avoid, with the standard ones. CONTRIBUTING.md lists them. */
const standardWords: readonly (readonly [avoided: RegExp, standard: string])[] = [
  [/\bany more\b/i, 'no longer'],
  [/\b(?:tells|told)\b/i, 'returns, shows or says'],
  [/\b(?:hears|heard)\b/i, 'handles'],
  [/\b(?:learns|learnt)\b/i, 'is called with'],
  [/\bfor whose sake\b/i, 'because of'],
  [/\bdead (?:token|session)\b/i, 'an expired one'],
  [/\bPromises:/, 'Guarantees:'],
];

function standardTerms(files: Files): string[] {
  return Object.entries(files).flatMap(([path, source]) =>
    [...source.matchAll(/(?:\/\*|^\s*\*|(?<!:)\/\/) .*/gm)].flatMap(([comment]) =>
      standardWords
        .filter(([avoided]) => avoided.test(comment))
        .map(([, standard]) => `${path}: the comment "${comment.trim()}" can say "${standard}".`),
    ),
  );
}

/** `looks` are the sources of the tests that sweep over the states of the screen. */
export function screensHaveLooks(files: Files, looks: readonly string[]): string[] {
  const shown = looks
    .flatMap((source) => [...source.matchAll(/\bshows: '([^']*)'/g)])
    .flatMap(([, names = '']) => names.split(' '));
  const screens = Object.keys(files)
    .filter((path) => /(?:Page|Panel|Popup)\.tsx$/.test(path))
    .map(stemOf);
  return [
    ...screens
      .filter((name) => !shown.includes(name))
      .map((name) => `${name} has no state in test/browser/looks*.test.ts.`),
    ...shown
      .filter((name) => !screens.includes(name))
      .map(
        (name) => `A state in test/browser/looks*.test.ts shows ${name}, which is no page, panel or popup.`,
      ),
  ];
}

const typeNames = 'text|editor|number|bool|email|url|date|select|file|relation|json';
const testsType = new RegExp(
  [
    `\\b\\w*[tT]ype (?:===|!==) '(?:${typeNames})'`,
    "\\bcase '(?:bool|editor|email|url|select)'",
    `'(?:${typeNames})'\\]\\.includes\\((?:\\w+\\.)*type\\)`,
  ].join('|'),
);
/** The types of fields themselves, the format of newer servers, and the inputs of a page. */
const knowTypes =
  /^(model\/types|records\/types)\/|^collections\/import\/plan\/newerFormat|^settings\/SettingField/;

/** Others ask the entry of the type (`model/types/fieldTypes.ts`). */
function typesAreAsked(files: Files): string[] {
  return Object.entries(files).flatMap(([path, source]) => {
    if (!isCode(path) || knowTypes.test(path)) return [];
    const own = source.split('\n').find((line) => testsType.test(line));
    return own ? [`${path} tests the type of a field: ${own.trim()}`] : [];
  });
}

interface Law {
  sentence: string;
  /** Returns a sentence for each violation. */
  check: (files: Files) => string[];
}

/** The laws by their names. */
export const laws = {
  order: { sentence: 'a subject knows only those below it', check: subjectsInOrder },
  floors: { sentence: 'inside a subject, imports go down', check: floorsInOrder },
  circles: { sentence: 'files form no circle', check: noCircles },
  react: { sentence: 'React lives only in .tsx and use*.ts', check: reactInTsxOnly },
  calls: { sentence: 'what is drawn makes no calls', check: noCallsFromTsx },
  client: { sentence: 'all calls go through one client', check: callsThroughOneClient },
  colours: { sentence: 'colours stand in tokens.css alone', check: coloursInTokensOnly },
  wide: { sentence: 'no style asks what the whole page holds', check: noPageWideHas },
  properties: { sentence: 'each custom property that is read is set', check: propertiesAreSet },
  lazy: { sentence: 'chunks are loaded by the files of app/entries/ alone', check: entriesAreFiles },
  cases: { sentence: 'no two names differ only by case', check: namesDifferByMoreThanCase },
  names: { sentence: 'names say something, exports have names, nothing is a barrel', check: namesAndExports },
  bears: { sentence: 'a component file bears the name of its component', check: filesBearTheirExportsName },
  rooms: { sentence: 'each library stays in its room', check: librariesInTheirRooms },
  markup: { sentence: 'no file makes markup out of text', check: noHtmlFromText },
  translation: { sentence: 'code is not translated', check: untranslatedCode },
  locks: { sentence: 'controls that write carry the sign of the lock', check: unsignedWrites },
  comments: { sentence: 'comments begin with their subject', check: plainComments },
  terms: { sentence: 'comments use standard terms', check: standardTerms },
  ruleWords: { sentence: 'the words of rules stand in one file', check: ruleWordsInOneFile },
  newerWords: { sentence: 'the words of newer servers stand at the door', check: newerWordsAtTheDoor },
  product: { sentence: 'base has no word of the product', check: noProductInBase },
  types: { sentence: 'a type of field is asked, not tested', check: typesAreAsked },
} as const satisfies Readonly<Record<string, Law>>;
