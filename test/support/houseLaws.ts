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
}

const isCode = (path: string) => /\.(tsx?|m?js)$/.test(path) && !path.endsWith('.d.ts');
const isStyle = (path: string) => path.endsWith('.css');
const isHook = (path: string) => /\/use[A-Z]\w*\.ts$/.test(path);
const nameOf = (path: string) => path.split('/').at(-1) ?? path;
const stemOf = (path: string) => nameOf(path).replace(/(\.module\.css|\.[^.]+)$/, '');
const floorOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : path);
const screenOf = (path: string) => path.split('/').slice(0, 2).join('/');

const comments = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const withoutComments = (source: string) => source.replace(comments, (_, text?: string) => text ?? '');
const codeOf = (files: Files) =>
  Object.entries(files)
    .filter(([path]) => isCode(path))
    .map(([path, source]): [string, string] => [path, withoutComments(source)]);

const statements = /^(?:import|export)\b(\s+type\b)?([^'";=()]*?\bfrom\s*)?\s*['"]([^'"\n]+)['"]/gm;
/** `import('...')`, or `(await import('...')).Name`. */
const lazyImports = /\bimport\(\s*['"]([^'"]+)['"](?:\s*\)\)\.(\w+))?/g;

const isChunk = (path: string) => /^(ui\/)?chunks\//.test(path);

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
 * A dynamic import of a chunk counts as an import of the export that it takes, or of all. The chunk's other imports
 * only set the load order.
 */
function lazyImport(files: Files, from: string, text: string, name?: string): Import[] {
  const loaded = toImport(files, from, text, false);
  if (!isChunk(loaded.to)) return [loaded];
  const exports = withoutComments(files[loaded.to] ?? '').match(/^export [^;]*;/gm) ?? [];
  const taken = exports.filter((line) => !name || line.split(/[\s{},]+/).includes(name));
  return staticImports(files, loaded.to, taken.join('\n')).map((reached) => ({ ...reached, from }));
}

function toImport(files: Files, from: string, text: string, isTypeOnly: boolean): Import {
  if (!text.startsWith('.')) return { from, to: text, isOurs: false, isTypeOnly };
  const path = new URL(text, `file:///${from}`).pathname.slice(1);
  const to = ['', '.ts', '.tsx'].map((ending) => path + ending).find((candidate) => candidate in files);
  return { from, to: to ?? path, isOurs: true, isTypeOnly };
}

const below: Record<string, string[]> = {
  'main.tsx': ['shell', 'styles', 'chunks'],
  chunks: ['chunks', 'shell', 'screens', 'state', 'components', 'api', 'model', 'platform'],
  shell: ['shell', 'screens', 'state', 'components', 'api', 'model', 'platform', 'assets'],
  screens: ['state', 'components', 'model', 'platform', 'assets', 'api'],
  state: ['state', 'api', 'model', 'platform'],
  components: ['components', 'model', 'platform', 'assets'],
  api: ['api', 'model', 'platform'],
  model: ['model', 'platform'],
  platform: ['platform'],
};
const touchesBrowser = /\b(document|window|localStorage|sessionStorage|location|history|navigator)\./;

function arrowsGoDown(files: Files): string[] {
  return importsOf(files)
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ from, to }) => {
      if (floorOf(from) === 'screens' && floorOf(to) === 'screens') {
        return screenOf(from) === screenOf(to)
          ? []
          : [`${from} imports ${to}: one screen does not know another.`];
      }
      if (!below[floorOf(from)]?.includes(floorOf(to))) {
        return [`${from} imports ${to}: ${floorOf(from)} must not know ${floorOf(to)}.`];
      }
      if (floorOf(from) === 'model' && touchesBrowser.test(withoutComments(files[to] ?? ''))) {
        return [`${from} imports ${to}: model needs no browser, and ${nameOf(to)} does.`];
      }
      return [];
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
          !isOurs && !isTypeOnly && from.endsWith('.ts') && !isHook(from) && !isChunk(from),
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
    .filter(({ from, to, isOurs }) => isOurs && from.endsWith('.tsx') && floorOf(to) === 'api')
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

/** Each chunk is a file that names its content, so that all chunks are in one place. */
function chunksAreFiles(files: Files): string[] {
  const wrongLoads = codeOf(files).flatMap(([path, source]) =>
    [...source.matchAll(/\bimport\(([^)]*)\)/g)]
      .map(([, target = '']) => /^\s*'([^']+)'\s*$/.exec(target)?.[1])
      .filter((target) => target === undefined || !isChunk(toImport(files, path, target, false).to))
      .map((target) => `${path} loads ${target ?? 'what it computes'}: import() names a file of chunks/.`),
  );
  const staticLoads = codeOf(files)
    .filter(([path]) => !isChunk(path) && path !== 'main.tsx')
    .flatMap(([path, source]) => staticImports(files, path, source))
    .filter(({ to, isOurs }) => isOurs && isChunk(to))
    .map(({ from, to }) => `${from} imports ${to}: only import() loads a chunk.`);
  const code = codeOf(files)
    .filter(
      ([path, source]) => isChunk(path) && source.replace(/^(import '|export \{)[^;]*;/gm, '').trim() !== '',
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
    const parts = [...path.split('/').slice(0, -1), ...(isCode(path) || isStyle(path) ? [stemOf(path)] : [])];
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
  [/^react-dom(\/|$)/, /^(main\.tsx|shell\/|components\/|chunks\/start\.ts$)/],
  [/^superstruct$/, /^(model\/|api\/client\.ts$)/],
  [/^valtio(\/|$)/, /^(state|screens|shell|components)\//],
  [/^wouter(\/|$)/, /^shell\//],
  [/^lucide-react\/icons\//, /^(components|screens|shell)\//],
  [/^@floating-ui\/dom$/, /^components\/overlay\/keepBeside\.ts$/],
  [/^quill(\/|$)/, /^components\/rich-text\/quillEditor\.ts$/],
  [/^uplot(\/|$)/, /^components\/chart\/linePlot\.ts$/],
  [
    /^@(codemirror|lezer)\//,
    /^components\/code-editor\/(codeMirror|codeColours|codeEditors|filterEditor|\w+Tokens)\.ts$/,
  ],
  [/^idb$/, /^platform\/database\.ts$/],
  [/^@noble\/hashes\//, /^platform\/digest\.ts$/],
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

/** Is it the file with the lazy components of a screen? */
function isPartsFile(path: string): boolean {
  return /^screens\/[\w-]+\/chunks\.tsx$/.test(path);
}

const lowerCaseTsx = [
  'components/lazy/lazyComponent.tsx',
  'components/lazy/lazyScreen.tsx',
  'main.tsx',
  'shell/routes.tsx',
  'shell/panels.tsx',
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
    const parses = path !== 'platform/trustedHtml.ts' && /\bDOMParser\b/.test(source);
    return [
      ...(sink ? [`${path} uses ${sink}: no file makes markup out of text.`] : []),
      ...(parses ? [`${path} uses DOMParser: only platform/trustedHtml.ts parses HTML.`] : []),
    ];
  });
}

const callers = ['api/client.ts', 'api/upload.ts', 'api/realtime.ts', 'platform/servedPage.ts'];

/** An upload takes the steps of the client. The realtime stream and the page itself are no API requests. */
function callsThroughOneClient(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const call = /(?<![\w.`])(?:fetch\(|(?:new )?(?:XMLHttpRequest|EventSource)\()/.exec(
      withoutTexts(source),
    )?.[0];
    return call && !callers.includes(path)
      ? [`${path} has ${call}: all calls go through api/client.ts.`]
      : [];
  });
}

const withoutTexts = (source: string) => source.replace(/`(?:\\.|[^`\\])*`|'[^'\n]*'|"[^"\n]*"/g, "''");

function noProductInPlatform(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) => {
    const word = /\b(?:lowline|pocketbase)\b/i.exec(source)?.[0];
    return floorOf(path) === 'platform' && word
      ? [`${path} says "${word}": platform has no word of the product.`]
      : [];
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

interface Law {
  sentence: string;
  /** Returns a sentence for each violation. */
  check: (files: Files) => string[];
}

/** The laws by their names. */
export const laws = {
  down: { sentence: 'arrows go down, and screens do not know each other', check: arrowsGoDown },
  circles: { sentence: 'files form no circle', check: noCircles },
  react: { sentence: 'React lives only in .tsx and use*.ts', check: reactInTsxOnly },
  calls: { sentence: 'no .tsx makes calls', check: noCallsFromTsx },
  client: { sentence: 'all calls go through one client', check: callsThroughOneClient },
  colours: { sentence: 'colours stand in tokens.css alone', check: coloursInTokensOnly },
  wide: { sentence: 'no style asks what the whole page holds', check: noPageWideHas },
  properties: { sentence: 'each custom property that is read is set', check: propertiesAreSet },
  lazy: { sentence: 'chunks are loaded by the files of chunks/ alone', check: chunksAreFiles },
  cases: { sentence: 'no two names differ only by case', check: namesDifferByMoreThanCase },
  names: { sentence: 'names say something, exports have names, nothing is a barrel', check: namesAndExports },
  bears: { sentence: 'a component file bears the name of its component', check: filesBearTheirExportsName },
  rooms: { sentence: 'each library stays in its room', check: librariesInTheirRooms },
  markup: { sentence: 'no file makes markup out of text', check: noHtmlFromText },
  translation: { sentence: 'code is not translated', check: untranslatedCode },
  locks: { sentence: 'controls that write carry the sign of the lock', check: unsignedWrites },
  comments: { sentence: 'comments begin with their subject', check: plainComments },
  terms: { sentence: 'comments use standard terms', check: standardTerms },
  product: { sentence: 'platform has no word of the product', check: noProductInPlatform },
} as const satisfies Readonly<Record<string, Law>>;
