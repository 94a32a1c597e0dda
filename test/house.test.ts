// Checks the laws for the sources, with a made-up violation of each law.
// reads: ui embed test build.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { colourIn } from './support/colours';
import { type Files, laws, noCircles, screensHaveLooks } from './support/houseLaws';

function readFiles(home: string, isWanted = (_name: string) => true): Files {
  return Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((file): [string, string] => [relative(home, file).split(sep).join('/'), file])
      .filter(([name]) => isWanted(name))
      .map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );
}

const house = readFiles(join(process.cwd(), 'ui'));

test('the imports of the repository have no cycle', () => {
  const folders = ['ui', 'embed', 'test'].map((folder) =>
    Object.entries(readFiles(join(process.cwd(), folder), (name) => /\.(tsx?|mjs)$/.test(name))).map(
      ([name, source]) => [`${folder}/${name}`, source],
    ),
  );
  const build = readFileSync('build.mjs', 'utf8');
  assert.equal(noCircles(Object.fromEntries([...folders.flat(), ['build.mjs', build]])), []);
});

test('a cycle of scripts is found', () => {
  const server = "import { policy } from '../build.mjs';\n";
  const build = "const { serve } = await import('./embed/proxy.mjs');\n";
  assert.is(noCircles({ 'build.mjs': build, 'embed/proxy.mjs': server }).length, 1);
});

test('each page, panel and popup is in the sweep over the looks', () => {
  const looks = readFiles(join(process.cwd(), 'test/browser'), (name) => name.startsWith('looks'));
  assert.equal(screensHaveLooks(house, Object.values(looks)), []);
});

test('a popup without a look is found, and a look of nothing', () => {
  const files = { 'logs/LogsPage.tsx': '', 'logs/LogPopup.tsx': '' };
  assert.equal(screensHaveLooks(files, ["{ shows: 'LogsPage GonePanel' }"]), [
    'LogPopup has no state in test/browser/looks*.test.ts.',
    'A state in test/browser/looks*.test.ts shows GonePanel, which is no page, panel or popup.',
  ]);
});

/** Names each class that a component takes from a style sheet which does not have it. */
function missingClasses(files: Files): string[] {
  return Object.entries(files).flatMap(([name, source]) =>
    [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, css = '', path = '']) => {
      const sheet = files[join(name, '..', path).split(sep).join('/')] ?? '';
      const names = [...source.matchAll(new RegExp(`\\b${css}\\.(\\w+)`, 'g'))].map(([, one = '']) => one);
      const missing = names.filter((one) => !new RegExp(`\\.${one}(?![\\w-])`).test(sheet));
      return missing.map((one) => `${name}: ${path} has no class ${one}.`);
    }),
  );
}

test('each class of a component stands in its style sheet', () => {
  assert.equal(missingClasses(house), []);
  const source = "import css from './Row.module.css';\nconst line = [css.root, css.gone];\n";
  assert.equal(missingClasses({ 'kit/Row.tsx': source, 'kit/Row.module.css': '.root { gap: 0; }' }), [
    'kit/Row.tsx: ./Row.module.css has no class gone.',
  ]);
});

const timedWait = /\bwaitForTimeout\(|=>\s*setTimeout\(\w+, |\bawait (?:sleep|wait|delay|pause)\(\d/;

test('no test waits for a fixed time, and one file knows the folder of the fixtures', () => {
  const tests = readFiles(
    join(process.cwd(), 'test'),
    (name) => /\.tsx?$/.test(name) && name !== 'house.test.ts',
  );
  const waiting = Object.entries(tests).filter(
    ([name, text]) => /\.test\.tsx?$/.test(name) && timedWait.test(text),
  );
  const reading = Object.entries(tests).filter(([, text]) =>
    text.replace(/^\/\/ reads:.*/gm, '').includes('shared/fixtures'),
  );
  // `.ci/run` finds the tests on fixtures by that word in their titles.
  const untitled = Object.entries(tests).filter(
    ([name, text]) =>
      /\.test\.tsx?$/.test(name) &&
      /support\/fixtures'/.test(text) &&
      !/\(fixtures\)[`']|the fixtures/.test(text),
  );
  assert.equal(
    [waiting, reading, untitled].map((found) => found.map(([name]) => name)),
    [[], ['support/fixtures.ts'], []],
  );
});

for (const line of [
  'await page.waitForTimeout(50)',
  'new Promise((done) => setTimeout(done, 50))',
  'await sleep(50)',
]) {
  test(`a fixed wait is found: ${line}`, () => assert.ok(timedWait.test(line)));
}

for (const { sentence, check } of Object.values(laws)) {
  test(sentence, () => {
    const broken = check(house);
    if (broken.length > 0) assert.unreachable(`\n${broken.map((line) => `ui/${line}`).join('\n')}`);
  });
}

const good: Files = {
  'main.tsx': "import './styles/base.css';\nimport { App } from './app/App';\n",
  'styles/tokens.css': ':root { --ink: #16161a; --ink-red: #a01010; }',
  'styles/base.css':
    '/* not red, not #fff */ a { color: var(--ink-red); white-space: pre; transition: color 1s; }',
  'app/App.tsx':
    "import { Router } from 'wouter';\nimport { createRoot } from 'react-dom/client';\nimport { logout } from '../page/session';\nexport function App() {}\n",
  'app/routes.tsx': "export const routes = [() => import('./entries/logs')];\n",
  'app/entries/start.ts': "// Comes first.\nimport '../App';\n",
  'app/entries/logs.ts': "import './start';\n\nexport { LogsPage } from '../../logs/LogsPage';\n",
  'logs/LogsPage.tsx':
    "import Plus from 'lucide-react/icons/plus';\nimport type { LucideIcon } from 'lucide-react';\nimport { createLogList } from './logList';\nimport type { Call } from '../backend/client';\nimport { Button } from '../kit/basics/Button';\nexport function LogsPage() {}\n",
  'logs/logList.ts':
    "import { proxy } from 'valtio/vanilla';\nimport {\n  request,\n  type Call,\n} from '../backend/client';\n// import('x') is only named here\nexport const at = '#/logs?id=abc#face';\n",
  'kit/basics/Button.tsx':
    "import classes from './Button.module.css';\nimport { useId } from 'react';\nexport function Button() {}\n",
  'kit/basics/Button.module.css': '.root { background: color-mix(in srgb, var(--ink) 8%, transparent); }',
  'kit/basics/useWidth.ts': "import { useState } from 'react';\nexport function useWidth() {}\n",
  'kit/overlay/keepBeside.ts': "import { flip } from '@floating-ui/dom';\n",
  'page/session.ts': "import { request } from '../backend/client';\n",
  'backend/client.ts': "import { is } from 'superstruct';\nimport { Log } from '../model/log';\n",
  'model/log.ts': "import { type } from 'superstruct';\nimport { cut } from '../base/text';\n",
  'base/text.ts': 'export function cut() {}\n',
  'base/hash.ts': 'export const now = () => window.location.hash;\n',
};

test('valid sources break no law', () => {
  for (const { sentence, check } of Object.values(laws)) assert.equal(check(good), [], sentence);
});

const crimes: [law: keyof typeof laws, said: string, files: Files][] = [
  ['order', 'must not know backend', { 'kit/A.tsx': "import type { Call } from '../backend/client';\n" }],
  ['order', 'must not know page', { 'backend/a.ts': "import {\n  logout,\n} from '../page/session';\n" }],
  ['order', 'must not know logs', { 'settings/a.ts': "import { at } from '../logs/logList';\n" }],
  ['order', 'must not know logs', { 'page/panels.ts': "import type { At } from '../logs/logList';\n" }],
  ['types', 'tests the type of a field', { 'logs/a.ts': "if (field.type === 'json') stop();\n" }],
  ['types', 'tests the type of a field', { 'kit/a.ts': "switch (x) {\n  case 'bool':\n}\n" }],
  ['order', 'only app knows app', { 'logs/a.ts': "import { x } from '../app/App';\n" }],
  ['order', 'the page loads app', { 'main.tsx': "import { logout } from './page/session';\n" }],
  ['order', 'no subject is called', { 'stray/a.ts': "import { cut } from '../base/text';\n" }],
  ['order', 'must not know logs', { 'kit/A.tsx': "const x = () => import('../app/entries/logs');\n" }],
  [
    'floors',
    'pure rules and base',
    { 'rules/reading/a.ts': "import { logout } from '../../page/session';\n" },
  ],
  ['floors', 'needs no browser', { 'model/log.ts': "export { now } from '../base/hash';\n" }],
  ['floors', 'nothing that is drawn', { 'logs/a.ts': "import { LogsPage } from './LogsPage';\n" }],
  ['circles', 'a circle', { 'base/a.ts': "import './b';\n", 'base/b.ts': "export { x } from './a';\n" }],
  ['react', 'page/app.ts', { 'page/app.ts': "import { useState } from 'react';\n" }],
  ['react', 'page/app.ts', { 'page/app.ts': "import { proxy } from 'valtio';\n" }],
  ['react', 'page/app.ts', { 'page/app.ts': "import { useProxy } from 'valtio/utils';\n" }],
  ['calls', 'app/App.tsx', { 'app/App.tsx': "import { request } from '../backend/client';\n" }],
  ['calls', 'useLog.ts', { 'logs/useLog.ts': "import { request } from '../backend/client';\n" }],
  ['colours', 'x.css', { 'styles/x.css': '.a { color: #fff }' }],
  ['colours', 'x.css', { 'styles/x.css': '.a { box-shadow: 0 1px 2px rgb(0 0 0 / 20%); }' }],
  ['wide', 'styles/x.css', { 'styles/x.css': 'main:has(.a) { --b: 1px }' }],
  ['properties', '--shadow-menu', { 'styles/x.css': '.a { box-shadow: var(--shadow-menu); }' }],
  ['properties', '--gone', { 'kit/A.tsx': "const style = { color: 'var(--gone)' };\n" }],
  ['colours', 'A.tsx', { 'kit/A.tsx': "const style = { color: '#16161a' };\n" }],
  ['lazy', 'app/App.tsx', { 'app/App.tsx': "const page = () => import('../logs/LogsPage');\n" }],
  ['lazy', 'what it computes', { 'app/App.tsx': 'const page = (name) => import("./entries/" + name);\n' }],
  ['lazy', 'only import()', { 'app/App.tsx': "import { LogsPage } from './entries/logs';\n" }],
  ['lazy', 'more than imports', { 'app/entries/logs.ts': 'export const page = 1;\n' }],
  ['lazy', 'more than imports', { 'app/entries/logs.ts': "export * from '../../logs/LogsPage';\n" }],
  [
    'circles',
    'logs/LogsPage.tsx -> logs/LogsPage.tsx',
    { 'logs/LogsPage.tsx': "const page = () => import('../app/entries/logs');\n" },
  ],
  ['cases', 'differ only by case', { 'kit/basics/button.ts': '' }],
  ['cases', 'differ only by case', { 'Kit/x.ts': '' }],
  ['names', 'model/index.ts', { 'model/index.ts': '' }],
  ['names', 'model/stringUtils.ts', { 'model/stringUtils.ts': '' }],
  ['names', 'helpers/a.ts', { 'helpers/a.ts': '' }],
  ['names', 'default export', { 'model/a.ts': 'export default 1;\n' }],
  ['names', 'default export', { 'model/a.ts': 'const a = 1;\nexport { a as default };\n' }],
  ['names', 'barrel', { 'model/a.ts': "export * from './log';\n" }],
  ['rooms', 'superstruct', { 'page/app.ts': "import { type } from 'superstruct';\n" }],
  ['rooms', 'wouter', { 'logs/A.tsx': "import { Link } from 'wouter';\n" }],
  ['rooms', 'lucide-react', { 'app/A.tsx': "import { Plus } from 'lucide-react';\n" }],
  ['rooms', '@floating-ui/dom', { 'kit/overlay/A.tsx': "import { flip } from '@floating-ui/dom';\n" }],
  ['rooms', 'no room', { 'model/a.ts': "import _ from 'lodash';\n" }],
  [
    'rooms',
    'one file may',
    { 'model/a.ts': "import s from 'slugify';\n", 'model/b.ts': "import s from 'slugify';\n" },
  ],
  ['bears', 'kit/A.tsx', { 'kit/A.tsx': 'export function B() {}\n' }],
  ['bears', 'PascalCase', { 'kit/row.tsx': 'export function row() {}\n' }],
  ['bears', 'backend/ApiError.ts', { 'backend/ApiError.ts': 'export class Failure {}\n' }],
  ['markup', 'innerHTML', { 'base/a.ts': 'element.innerHTML = text;\n' }],
  ['markup', 'dangerouslySetInnerHTML', { 'kit/A.tsx': '<p dangerouslySetInnerHTML={x} />' }],
  ['ruleWords', '@request', { 'rules/a.ts': "export const own = 'id = @request.auth.id';\n" }],
  ['ruleWords', ':length', { 'rules/a.ts': "export const some = 'tags:length > 0';\n" }],
  ['newerWords', '_superusers', { 'logs/a.ts': "export const admins = '_superusers';\n" }],
  ['translation', '<code>', { 'kit/A.tsx': '<p><pre translate="no">a</pre><code>b</code></p>' }],
  [
    'locks',
    '"Delete" has no',
    { 'logs/A.tsx': '<DropdownItem onSelect={() => void remove()}>\n  Delete\n</DropdownItem>' },
  ],
  ['locks', '"Restore', { 'logs/A.tsx': '<IconButton label={`Restore it`} onClick={go} />' }],
  ['markup', 'DOMParser', { 'base/text.ts': 'new DOMParser();\n' }],
  ['client', 'fetch(', { 'backend/logs.ts': 'await fetch(address);\n' }],
  ['client', 'XMLHttpRequest', { 'page/a.ts': 'new XMLHttpRequest();\n' }],
  ['comments', 'Whose bin', { 'page/a.ts': '/** Whose bin it is. */\n' }],
  ['comments', 'What is', { 'styles/a.css': '/*\n * What is kept.\n */\n' }],
  ['terms', 'no longer', { 'page/a.ts': '// It is not there any more.\n' }],
  ['terms', 'Guarantees:', { 'page/a.ts': '/**\n * Promises: nothing is lost.\n */\n' }],
  ['product', 'lowline', { 'base/a.ts': "new Channel('lowline');\n" }],
];

test('each law has a made-up violation', () => {
  const proved = crimes.map(([law]) => law);
  for (const law of Object.keys(laws)) assert.ok(proved.includes(law as keyof typeof laws), law);
});

for (const [law, said, files] of crimes) {
  const [path, source = ''] = Object.entries(files)[0] ?? [];
  test(`"${laws[law].sentence}" is broken by ${path}: ${source.replace(/\s+/g, ' ').trim()}`, () => {
    const broken = laws[law].check({ ...good, ...files });
    assert.ok(broken.length > 0, 'the law was not broken');
    assert.ok(
      broken.some((sentence) => sentence.includes(said)),
      broken.join('\n'),
    );
  });
}

for (const [kind, source, colour] of [
  ['css', '.a { color: var(--red); border: 1px solid var(--line) }', null],
  ['css', '#add { color: transparent; background: currentColor }', null],
  ['css', '.a { animation: tan 1s; grid-area: red }', null],
  ['css', '.a { color: color-mix(in oklch, var(--a), var(--b)) }', null],
  ['css', '.a { border: 1px solid red }', 'red'],
  ['css', '@media print { .a { color: #000; } }', '#000'],
  ['css', '.a { --x: oklch(70% 0.1 200) }', 'oklch(70% 0.1 200)'],
  ['css', '.a { background: url("data:image/svg+xml,<svg fill=\'%23fff\'/>") }', '%23fff'],
  ['css', '.a { background: url("data:image/svg+xml;utf8,<svg fill=#abc/>") }', '#abc'],
  ['code', "navigate('#/collections'); find('#add-field'); text('&#123;')", null],
  ['code', "const kind = 'red'; background(kind); lab(x)", null],
  ['code', "style={{ color: 'red' }}", 'red'],
  ['code', '<path fill="white" />', 'white'],
  ['code', '<path fill="none" stroke="currentColor" />', null],
  ['code', "context.strokeStyle = 'hsl(200 10% 50%)'", 'hsl(200 10% 50%)'],
] as const) {
  test(`the colour in ${kind} ${source} is ${colour}`, () => assert.is(colourIn(kind, source), colour));
}

test.run();
