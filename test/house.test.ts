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
  const files = { 'screens/logs/LogsPage.tsx': '', 'screens/logs/LogPopup.tsx': '' };
  assert.equal(screensHaveLooks(files, ["{ shows: 'LogsPage GonePanel' }"]), [
    'LogPopup has no state in test/browser/looks*.test.ts.',
    'A state in test/browser/looks*.test.ts shows GonePanel, which is no page, panel or popup.',
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
  'main.tsx': "import './styles/base.css';\nimport { App } from './shell/App';\n",
  'styles/tokens.css': ':root { --ink: #16161a; --ink-red: #a01010; }',
  'styles/base.css':
    '/* not red, not #fff */ a { color: var(--ink-red); white-space: pre; transition: color 1s; }',
  'shell/App.tsx':
    "import { Router } from 'wouter';\nimport { createRoot } from 'react-dom/client';\nimport { logout } from '../state/session';\nexport function App() {}\n",
  'shell/routes.tsx': "export const routes = [() => import('../chunks/logs')];\n",
  'chunks/start.ts': "// Comes first.\nimport '../shell/App';\n",
  'chunks/logs.ts': "import './start';\n\nexport { LogsPage } from '../screens/logs/LogsPage';\n",
  'screens/logs/LogsPage.tsx':
    "import Plus from 'lucide-react/icons/plus';\nimport type { LucideIcon } from 'lucide-react';\nimport { createLogList } from './logList';\nimport { Button } from '../../components/basics/Button';\nexport function LogsPage() {}\n",
  'screens/logs/logList.ts':
    "import { proxy } from 'valtio/vanilla';\nimport {\n  request,\n  type Call,\n} from '../../api/client';\n// import('x') is only named here\nexport const at = '#/logs?id=abc#face';\n",
  'components/basics/Button.tsx':
    "import classes from './Button.module.css';\nimport { useId } from 'react';\nexport function Button() {}\n",
  'components/basics/Button.module.css':
    '.root { background: color-mix(in srgb, var(--ink) 8%, transparent); }',
  'components/basics/useWidth.ts': "import { useState } from 'react';\nexport function useWidth() {}\n",
  'components/overlay/keepBeside.ts': "import { flip } from '@floating-ui/dom';\n",
  'state/session.ts': "import { request } from '../api/client';\n",
  'api/client.ts': "import { is } from 'superstruct';\nimport { Log } from '../model/log';\n",
  'model/log.ts': "import { type } from 'superstruct';\nimport { cut } from '../platform/text';\n",
  'platform/text.ts': 'export function cut() {}\n',
  'platform/hash.ts': 'export const now = () => window.location.hash;\n',
};

test('valid sources break no law', () => {
  for (const { sentence, check } of Object.values(laws)) assert.equal(check(good), [], sentence);
});

const crimes: [law: keyof typeof laws, said: string, files: Files][] = [
  ['down', 'model/log.ts', { 'model/log.ts': "import { request } from '../api/client';\n" }],
  ['down', 'model/log.ts', { 'model/log.ts': "import type { Call } from '../api/client';\n" }],
  ['down', 'model/log.ts', { 'model/log.ts': "export { now } from '../platform/hash';\n" }],
  ['down', 'state/app.ts', { 'state/app.ts': "import '../components/basics/Button';\n" }],
  ['down', 'components/A.tsx', { 'components/A.tsx': "import {\n  logout,\n} from '../state/session';\n" }],
  ['down', 'main.tsx', { 'main.tsx': "import { logout } from './state/session';\n" }],
  ['down', 'screens/records/a.ts', { 'screens/records/a.ts': "import { x } from '../logs/logList';\n" }],
  ['down', 'screens/logs/a.ts', { 'screens/logs/a.ts': "import { x } from '../../shell/App';\n" }],
  [
    'circles',
    'a circle',
    { 'platform/a.ts': "import './b';\n", 'platform/b.ts': "export { x } from './a';\n" },
  ],
  ['react', 'state/app.ts', { 'state/app.ts': "import { useState } from 'react';\n" }],
  ['react', 'state/app.ts', { 'state/app.ts': "import { proxy } from 'valtio';\n" }],
  ['react', 'state/app.ts', { 'state/app.ts': "import { useProxy } from 'valtio/utils';\n" }],
  ['calls', 'shell/App.tsx', { 'shell/App.tsx': "import { request } from '../api/client';\n" }],
  ['colours', 'x.css', { 'styles/x.css': '.a { color: #fff }' }],
  ['colours', 'x.css', { 'styles/x.css': '.a { box-shadow: 0 1px 2px rgb(0 0 0 / 20%); }' }],
  ['wide', 'styles/x.css', { 'styles/x.css': 'main:has(.a) { --b: 1px }' }],
  ['properties', '--shadow-menu', { 'styles/x.css': '.a { box-shadow: var(--shadow-menu); }' }],
  ['properties', '--gone', { 'components/A.tsx': "const style = { color: 'var(--gone)' };\n" }],
  ['colours', 'A.tsx', { 'components/A.tsx': "const style = { color: '#16161a' };\n" }],
  ['lazy', 'shell/App.tsx', { 'shell/App.tsx': "const page = () => import('../screens/logs/LogsPage');\n" }],
  ['lazy', 'what it computes', { 'shell/App.tsx': 'const page = (name) => import("../chunks/" + name);\n' }],
  ['lazy', 'only import()', { 'shell/App.tsx': "import { LogsPage } from '../chunks/logs';\n" }],
  ['lazy', 'more than imports', { 'chunks/logs.ts': 'export const page = 1;\n' }],
  ['lazy', 'more than imports', { 'chunks/logs.ts': "export * from '../screens/logs/LogsPage';\n" }],
  [
    'down',
    'components must not know screens',
    { 'components/A.tsx': "const x = () => import('../chunks/logs');\n" },
  ],
  [
    'down',
    'one screen does not know another',
    {
      'chunks/logs.ts': "export { a } from '../screens/records/a';\nexport { b } from '../screens/logs/b';\n",
      'screens/logs/A.tsx': "const a = async () => (await import('../../chunks/logs')).a;\n",
    },
  ],
  [
    'circles',
    'screens/logs/LogsPage.tsx -> screens/logs/LogsPage.tsx',
    { 'screens/logs/LogsPage.tsx': "const page = () => import('../../chunks/logs');\n" },
  ],
  ['cases', 'differ only by case', { 'components/basics/button.ts': '' }],
  ['cases', 'differ only by case', { 'Components/x.ts': '' }],
  ['names', 'model/index.ts', { 'model/index.ts': '' }],
  ['names', 'model/stringUtils.ts', { 'model/stringUtils.ts': '' }],
  ['names', 'helpers/a.ts', { 'helpers/a.ts': '' }],
  ['names', 'default export', { 'model/a.ts': 'export default 1;\n' }],
  ['names', 'default export', { 'model/a.ts': 'const a = 1;\nexport { a as default };\n' }],
  ['names', 'barrel', { 'model/a.ts': "export * from './log';\n" }],
  ['rooms', 'superstruct', { 'state/app.ts': "import { type } from 'superstruct';\n" }],
  ['rooms', 'wouter', { 'screens/logs/A.tsx': "import { Link } from 'wouter';\n" }],
  ['rooms', 'lucide-react', { 'shell/A.tsx': "import { Plus } from 'lucide-react';\n" }],
  ['rooms', '@floating-ui/dom', { 'components/overlay/A.tsx': "import { flip } from '@floating-ui/dom';\n" }],
  ['rooms', 'no room', { 'model/a.ts': "import _ from 'lodash';\n" }],
  [
    'rooms',
    'one file may',
    { 'model/a.ts': "import s from 'slugify';\n", 'model/b.ts': "import s from 'slugify';\n" },
  ],
  ['bears', 'components/A.tsx', { 'components/A.tsx': 'export function B() {}\n' }],
  ['bears', 'PascalCase', { 'components/row.tsx': 'export function row() {}\n' }],
  ['bears', 'api/ApiError.ts', { 'api/ApiError.ts': 'export class Failure {}\n' }],
  ['markup', 'innerHTML', { 'platform/a.ts': 'element.innerHTML = text;\n' }],
  ['markup', 'dangerouslySetInnerHTML', { 'components/A.tsx': '<p dangerouslySetInnerHTML={x} />' }],
  ['translation', '<code>', { 'components/A.tsx': '<p><pre translate="no">a</pre><code>b</code></p>' }],
  [
    'locks',
    '"Delete" has no',
    { 'screens/logs/A.tsx': '<DropdownItem onSelect={() => void remove()}>\n  Delete\n</DropdownItem>' },
  ],
  ['locks', '"Restore', { 'screens/logs/A.tsx': '<IconButton label={`Restore it`} onClick={go} />' }],
  ['markup', 'DOMParser', { 'platform/text.ts': 'new DOMParser();\n' }],
  ['client', 'fetch(', { 'api/logs.ts': 'await fetch(address);\n' }],
  ['client', 'XMLHttpRequest', { 'state/a.ts': 'new XMLHttpRequest();\n' }],
  ['comments', 'Whose bin', { 'state/a.ts': '/** Whose bin it is. */\n' }],
  ['comments', 'What is', { 'styles/a.css': '/*\n * What is kept.\n */\n' }],
  ['terms', 'no longer', { 'state/a.ts': '// It is not there any more.\n' }],
  ['terms', 'Guarantees:', { 'state/a.ts': '/**\n * Promises: nothing is lost.\n */\n' }],
  ['product', 'lowline', { 'platform/a.ts': "new Channel('lowline');\n" }],
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
