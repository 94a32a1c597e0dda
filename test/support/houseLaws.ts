// The laws of the house, as pure functions of the files of ui/: path below ui/ -> source.
// Each law gives one sentence for every place that breaks it.

import { colourIn } from './colours';

export type Files = Readonly<Record<string, string>>;

interface Import {
  readonly from: string;
  /** A path below ui/ for a file of ours, else the name of the package as it was written. */
  readonly to: string;
  readonly isOurs: boolean;
  readonly isTypeOnly: boolean;
}

const isCode = (path: string) => /\.(tsx?|js)$/.test(path) && !path.endsWith('.d.ts');
const isStyle = (path: string) => path.endsWith('.css');
const isHook = (path: string) => /\/use[A-Z]\w*\.ts$/.test(path);
const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
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
const lazyImports = /\bimport\(\s*['"]([^'"]+)['"]/g;

function importsOf(files: Files): Import[] {
  return codeOf(files).flatMap(([from, source]) => [
    ...[...source.matchAll(statements)].map((found) =>
      toImport(files, from, found[3] ?? '', Boolean(found[1])),
    ),
    ...[...source.matchAll(lazyImports)].map((found) => toImport(files, from, found[1] ?? '', false)),
  ]);
}

function toImport(files: Files, from: string, text: string, isTypeOnly: boolean): Import {
  if (!text.startsWith('.')) return { from, to: text, isOurs: false, isTypeOnly };
  const path = new URL(text, `file:///${from}`).pathname.slice(1);
  const to = ['', '.ts', '.tsx'].map((ending) => path + ending).find((candidate) => candidate in files);
  return { from, to: to ?? path, isOurs: true, isTypeOnly };
}

const below: Record<string, string[]> = {
  'main.tsx': ['shell', 'styles'],
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

function noCircles(files: Files): string[] {
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
      // A type leaves nothing behind: what a column holds may be named without drawing it.
      .filter(
        ({ from, isOurs, isTypeOnly }) => !isOurs && !isTypeOnly && from.endsWith('.ts') && !isHook(from),
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

function lazyInItsPlaces(files: Files): string[] {
  return codeOf(files)
    .filter(
      ([path]) =>
        !['shell/routes.tsx', 'shell/panels.tsx'].includes(path) &&
        folderOf(path) !== 'components/lazy' &&
        !isPartsFile(path),
    )
    .filter(([, source]) => /\bimport\(/.test(source))
    .map(
      ([path]) =>
        `${path} has an import(): only shell/routes.tsx, shell/panels.tsx, components/lazy/ and the lazyParts.tsx of the shell or a screen load lazily.`,
    );
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

/** Package -> the files that may import it; `once` where one file, whichever it is, may. */
const rooms: [RegExp, RegExp | 'once'][] = [
  [/^react(\/|$)/, /./],
  [/^react-dom(\/|$)/, /^(main\.tsx|shell\/|components\/)/],
  [/^superstruct$/, /^(model\/|api\/client\.ts$)/],
  [/^valtio(\/|$)/, /^(state|screens|shell|components)\//],
  [/^wouter(\/|$)/, /^shell\//],
  [/^lucide-react\/icons\//, /^(components|screens|shell)\//],
  [/^@floating-ui\/dom$/, /^components\/overlay\/placement\.ts$/],
  [/^quill(\/|$)/, /^components\/lazy\/(quillEditor|quickQuill)\.ts$/],
  [/^uplot(\/|$)/, /^components\/lazy\/linePlot\.ts$/],
  [/^@(codemirror|lezer)\//, /^components\/lazy\/(codeMirror|codeColours|\w+(Language|Tokens))\.ts$/],
  [/^(simple-icons|unzipit|slugify|diff)$/, 'once'],
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

/** The parts of a screen that come when first needed. */
function isPartsFile(path: string): boolean {
  return /^(shell|screens\/[\w-]+)\/lazyParts\.tsx$/.test(path);
}

const lowerCaseTsx = [
  'components/lazy/fromChunk.tsx',
  'components/lazy/lazyPart.tsx',
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

/** Code is data: what a browser's translation makes of it can be copied, and does not run. */
function untranslatedCode(files: Files): string[] {
  return codeOf(files).flatMap(([path, source]) =>
    [...(path.endsWith('.tsx') ? source : '').matchAll(/<(code|pre)\b([^>]*)>/g)]
      .filter(([, , props = '']) => !props.includes('translate="no"'))
      .map(([tag]) => `${path} has ${tag} without translate="no".`),
  );
}

/** Each law by its sentence. */
export const laws: Readonly<Record<string, (files: Files) => string[]>> = {
  'arrows go down, and screens do not know each other': arrowsGoDown,
  'files form no circle': noCircles,
  'React lives only in .tsx and use*.ts': reactInTsxOnly,
  'no .tsx makes calls': noCallsFromTsx,
  'colours stand in tokens.css alone': coloursInTokensOnly,
  'chunks are loaded in their four places': lazyInItsPlaces,
  'no two names differ only by case': namesDifferByMoreThanCase,
  'names say something, exports have names, nothing is a barrel': namesAndExports,
  'each library stays in its room': librariesInTheirRooms,
  'a component file bears the name of its component': filesBearTheirExportsName,
  'no file makes markup out of text': noHtmlFromText,
  'code is not translated': untranslatedCode,
};
