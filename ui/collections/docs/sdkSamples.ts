import type { ApiCall, DocsContent, DocsScene } from './docsContent';
import { type PageKey, pagesOf } from './docsPages';
import {
  dartText,
  javascriptText,
  printDart,
  printJavascript,
  printJavascriptObject,
  printJson,
  type SampleObject,
  shellText,
} from './literals';
import { accountOf, placeholders, type SampleFile } from './samples';

export type Sdk = 'javascript' | 'dart' | 'fetch' | 'curl';

interface SdkInfo {
  key: Sdk;
  label: string;
  /** `below` is the first version that no longer supports this server. */
  link?: { text: string; below: string; href: string };
}

export const sdks: readonly SdkInfo[] = [
  {
    key: 'javascript',
    label: 'JavaScript',
    link: { text: 'JavaScript SDK', below: '0.22', href: 'https://github.com/pocketbase/js-sdk' },
  },
  {
    key: 'dart',
    label: 'Dart',
    link: { text: 'Dart SDK', below: '0.19', href: 'https://github.com/pocketbase/dart-sdk' },
  },
  { key: 'fetch', label: 'fetch' },
  { key: 'curl', label: 'curl' },
];

/** Another version of the page may have stored something else. */
export function sdkOf(stored: string | null): Sdk {
  return sdks.find(({ key }) => key === stored)?.key ?? 'javascript';
}

export function sdkSample(sdk: Sdk, docs: DocsContent, scene: DocsScene): string {
  switch (sdk) {
    case 'javascript':
      return javascriptSample(docs, scene);
    case 'dart':
      return dartSample(docs, scene);
    case 'fetch':
      return docs.key === 'realtime' ? fetchStream(docs, scene) : fetchSample(docs, scene);
    case 'curl':
      return docs.key === 'realtime' ? curlStream(docs, scene) : curlSample(docs, scene);
  }
}

function javascriptSample({ key, call }: DocsContent, scene: DocsScene): string {
  const { collection, base } = scene;
  const records = `pb.collection(${javascriptText(collection.name)})`;
  const common = commonCall(key, javascriptText, scene);
  const start = [
    `import PocketBase from 'pocketbase';`,
    '',
    `const pb = new PocketBase(${javascriptText(base)});`,
    ...signIn(call, records, scene, javascriptText),
    '',
  ];
  const lines =
    common === null ? javascriptCall(key, call, records) : resultOf('const', key, records, common);
  const end = sessionCalls(key, [
    'console.log(pb.authStore.isValid, pb.authStore.token, pb.authStore.model.id);',
  ]);
  return [...start, ...lines, ...end].join('\n');
}

function javascriptCall(key: PageKey, call: ApiCall, records: string): string[] {
  const options = call.query.filter(([name]) => !['page', 'perPage'].includes(name));
  const printed = options.length > 0 ? printJavascript(new Map(options)) : '';
  const behind = printed && `, ${printed}`;
  const id = javascriptText(placeholders.record);
  const filter = javascriptText(queryValueOf(call, 'filter') ?? '');
  switch (key) {
    case 'list':
      return [
        '// One page',
        `const page = await ${records}.getList(1, 50${behind});`,
        '',
        '// All records, fetched in batches',
        `const all = await ${records}.getFullList({ sort: ${javascriptText(queryValueOf(call, 'sort') ?? '')} });`,
        '',
        '// First matching record',
        `const record = await ${records}.getFirstListItem(${filter});`,
      ];
    case 'view':
      return [`const record = await ${records}.getOne(${id}${behind});`];
    case 'create':
      return [`const data = ${javascriptBody(call)};`, '', `const record = await ${records}.create(data);`];
    case 'update':
      return [
        `const data = ${javascriptBody(call)};`,
        '',
        `const record = await ${records}.update(${id}, data);`,
      ];
    case 'authWithOAuth2':
      return [`const auth = await ${records}.authWithOAuth2({ provider: 'google' });`];
    case 'realtime':
      return realtimeCalls(records, id, '(event) => {', ['console.log(event.action, event.record);']);
    default:
      return [];
  }
}

function filesByField(files: readonly SampleFile[]): Map<string, string> {
  const byField = new Map<string, string[]>();
  for (const file of files) byField.set(file.field, [...(byField.get(file.field) ?? []), newFile(file)]);
  return new Map(
    [...byField].map(([name, made]) => [name, made.length > 1 ? `[${made.join(', ')}]` : made.join()]),
  );
}

/** One object for values and files: the SDK itself makes a form of it. */
function javascriptBody({ body, files }: ApiCall): string {
  return printJavascriptObject([
    ...[...(body ?? [])].map(([name, value]) => [name, printJavascript(value, '  ')] as const),
    ...filesByField(files),
  ]);
}

function dartSample({ key, call }: DocsContent, scene: DocsScene): string {
  const { collection, base } = scene;
  const records = `pb.collection(${dartText(collection.name)})`;
  const common = commonCall(key, dartText, scene);
  const start = [
    `import 'package:pocketbase/pocketbase.dart';`,
    ...(call.files.length > 0 ? [`import 'package:http/http.dart' as http;`] : []),
    '',
    `final pb = PocketBase(${dartText(base)});`,
    ...signIn(call, records, scene, dartText),
    '',
  ];
  const lines = common === null ? dartCall(key, call, records) : resultOf('final', key, records, common);
  const end = sessionCalls(key, [
    'print(pb.authStore.isValid);',
    'print(pb.authStore.token);',
    'print(pb.authStore.model.id);',
  ]);
  return [...start, ...lines, ...end].join('\n');
}

function dartCall(key: PageKey, call: ApiCall, records: string): string[] {
  const id = dartText(placeholders.record);
  const named = call.query
    .filter(([name]) => !['page', 'perPage'].includes(name))
    .map(([name, value]) => `${name}: ${dartText(value)}`);
  const filter = dartText(queryValueOf(call, 'filter') ?? '');
  const body = `final body = <String, dynamic>${printDart((call.body ?? new Map()) as SampleObject)};`;
  const files =
    call.files.length === 0
      ? []
      : [
          '  files: [',
          ...call.files.map(
            ({ field, name }) =>
              `    http.MultipartFile.fromString(${dartText(field)}, ${dartText(sampleContent)}, filename: ${dartText(name)}),`,
          ),
          '  ],',
        ];
  switch (key) {
    case 'list':
      return [
        '// One page',
        `final page = await ${records}.getList(`,
        ...['page: 1', 'perPage: 50', ...named].map((argument) => `  ${argument},`),
        ');',
        '',
        '// All records, fetched in batches',
        `final all = await ${records}.getFullList(sort: ${dartText(queryValueOf(call, 'sort') ?? '')});`,
        '',
        '// First matching record',
        `final record = await ${records}.getFirstListItem(${filter});`,
      ];
    case 'view':
      return [`final record = await ${records}.getOne(${[id, ...named].join(', ')});`];
    case 'create':
      return [body, '', `final record = await ${records}.create(`, '  body: body,', ...files, ');'];
    case 'update':
      return [
        body,
        '',
        `final record = await ${records}.update(`,
        `  ${id},`,
        '  body: body,',
        ...files,
        ');',
      ];
    case 'authWithOAuth2':
      return [
        '// launchUrl is part of the url_launcher package',
        `final auth = await ${records}.authWithOAuth2('google', (url) async {`,
        '  await launchUrl(url);',
        '});',
      ];
    case 'realtime':
      return realtimeCalls(records, id, '(event) {', ['print(event.action);', 'print(event.record);']);
    default:
      return [];
  }
}

const sampleContent = '...';

function newFile({ name }: SampleFile): string {
  return `new File([${javascriptText(sampleContent)}], ${javascriptText(name)})`;
}

/** The part of a form that holds all values as JSON. Older and newer servers read it like a JSON body. */
const jsonForm = '@jsonPayload';

function fetchSample({ call, answers }: DocsContent, { base }: DocsScene): string {
  const { verb, path, query, body, files, token } = call;
  const isForm = files.length > 0;
  const address = javascriptText(`${base}${path}`);
  const headers = [
    ...(token === null ? [] : [['Authorization', javascriptText(placeholders.token)] as const]),
    ...(body && !isForm ? [['Content-Type', javascriptText('application/json')] as const] : []),
  ];
  const options = [
    ...(verb === 'GET' ? [] : [['method', javascriptText(verb)] as const]),
    ...(headers.length > 0 ? [['headers', printJavascriptObject(headers, '  ')] as const] : []),
    ...(isForm ? [['body', 'form'] as const] : []),
    ...(body && !isForm ? [['body', `JSON.stringify(${printJavascript(body, '  ')})`] as const] : []),
  ];
  const target = query.length > 0 ? `${address.slice(0, -1)}?' + query` : address;
  return [
    ...(query.length > 0
      ? [`const query = new URLSearchParams(${printJavascript(new Map(query))});`, '']
      : []),
    ...(isForm
      ? [
          'const form = new FormData();',
          `form.append('${jsonForm}', JSON.stringify(${printJavascript(body ?? new Map())}));`,
          ...files.map((file) => `form.append(${javascriptText(file.field)}, ${newFile(file)});`),
          '',
        ]
      : []),
    `const response = await fetch(${target}${options.length > 0 ? `, ${printJavascriptObject(options)}` : ''});`,
    'if (!response.ok) throw new Error((await response.json()).message);',
    ...(answers[0]?.body === undefined ? [] : ['const answer = await response.json();']),
  ].join('\n');
}

function fetchStream({ call }: DocsContent, { base, collection }: DocsScene): string {
  const address = javascriptText(`${base}/api/realtime`);
  const topic = javascriptText(`${collection.name}/*`);
  const headers = [
    ...(call.token === null ? [] : [['Authorization', javascriptText(placeholders.token)] as const]),
    ['Content-Type', javascriptText('application/json')] as const,
  ];
  const options = printJavascriptObject(
    [
      ['method', javascriptText('POST')],
      ['headers', printJavascriptObject(headers, '    ')],
      ['body', `JSON.stringify({ clientId, subscriptions: [${topic}] })`],
    ],
    '  ',
  );
  return [
    `const stream = new EventSource(${address});`,
    '',
    '// Every new connection gets a new client id',
    `stream.addEventListener('PB_CONNECT', async (event) => {`,
    '  const { clientId } = JSON.parse(event.data);',
    `  const response = await fetch(${address}, ${options});`,
    '  if (!response.ok) throw new Error((await response.json()).message);',
    '});',
    '',
    `stream.addEventListener(${topic}, (event) => {`,
    '  const { action, record } = JSON.parse(event.data);',
    '  console.log(action, record);',
    '});',
  ].join('\n');
}

function curlStream(docs: DocsContent, scene: DocsScene): string {
  return [
    '# Keep the stream open in one shell; its first event contains the client id',
    `curl -N ${shellText(`${scene.base}/api/realtime`)}`,
    '',
    '# Set the subscriptions in another shell',
    curlSample(docs, scene),
  ].join('\n');
}

function curlSample({ call }: DocsContent, { base }: DocsScene): string {
  const { verb, path, query, body, files, token } = call;
  const isForm = files.length > 0;
  const options = [
    ...(token === null ? [] : [`-H ${shellText(`Authorization: ${placeholders.token}`)}`]),
    ...query.map(([name, value]) => `--data-urlencode ${shellText(`${name}=${value}`)}`),
    ...(body && !isForm ? ["-H 'Content-Type: application/json'", `-d ${shellText(printJson(body))}`] : []),
    ...(isForm
      ? [
          `--form-string ${shellText(`${jsonForm}=${printJson(body ?? new Map())}`)}`,
          ...files.map(({ field, name }) => `-F ${shellText(`${field}=@${name}`)}`),
        ]
      : []),
  ];
  const command = verb === 'GET' ? (query.length > 0 ? 'curl -G' : 'curl') : `curl -X ${verb}`;
  return [`${command} ${shellText(`${base}${path}`)}`, ...options].join(' \\\n  ');
}

/** Returns calls that are the same in both SDKs. */
function commonCall(key: PageKey, text: (text: string) => string, scene: DocsScene): string | null {
  const { email, identity, password, newEmail } = accountOf(scene.collection);
  const { record, token } = placeholders;
  const newPassword = text(`new ${password}`.slice(0, 72));
  switch (key) {
    case 'delete':
      return `delete(${text(record)})`;
    case 'authWithPassword':
      return `authWithPassword(${text(identity)}, ${text(password)})`;
    case 'authRefresh':
      return 'authRefresh()';
    case 'requestVerification':
      return `requestVerification(${text(email)})`;
    case 'confirmVerification':
      return `confirmVerification(${text(token)})`;
    case 'requestPasswordReset':
      return `requestPasswordReset(${text(email)})`;
    case 'confirmPasswordReset':
      return `confirmPasswordReset(${text(token)}, ${newPassword}, ${newPassword})`;
    case 'requestEmailChange':
      return `requestEmailChange(${text(newEmail)})`;
    case 'confirmEmailChange':
      return `confirmEmailChange(${text(token)}, ${text(password)})`;
    case 'listAuthMethods':
      return 'listAuthMethods()';
    case 'listExternalAuths':
      return `listExternalAuths(${text(record)})`;
    case 'unlinkExternalAuth':
      return `unlinkExternalAuth(${text(record)}, ${text('google')})`;
    default:
      return null;
  }
}

/** The variable for the result of a call. A call without an entry has no result. */
const results: Readonly<Partial<Record<PageKey, string>>> = {
  authWithPassword: 'auth',
  authRefresh: 'auth',
  listAuthMethods: 'methods',
  listExternalAuths: 'links',
};
const signsIn = new Set<PageKey>(['authWithPassword', 'authWithOAuth2', 'authRefresh']);

const queryValueOf = (call: ApiCall, name: string) => call.query.find(([key]) => key === name)?.[1];

type Print = (text: string) => string;

/** Sign-in code for a call that needs a token. */
function signIn({ token }: ApiCall, records: string, scene: DocsScene, text: Print): string[] {
  if (token === 'admin') return [`await pb.admins.authWithPassword('admin@example.com', 'PASSWORD');`];
  return token === 'record' ? [signInOf(records, scene, text)] : [];
}

function signInOf(records: string, { collection }: DocsScene, text: (text: string) => string): string {
  if (!pagesOf(collection).auth.includes('authWithPassword')) return '// Sign in a user first';
  const { identity, password } = accountOf(collection);
  return `await ${records}.authWithPassword(${text(identity)}, ${text(password)});`;
}

/** The call, with a variable for its result if it has one. */
function resultOf(keyword: string, key: PageKey, records: string, call: string): string[] {
  const result = results[key];
  return [`${result === undefined ? '' : `${keyword} ${result} = `}await ${records}.${call};`];
}

/** Code after a sign-in; `prints` are the lines that print the session. */
function sessionCalls(key: PageKey, prints: readonly string[]): string[] {
  if (!signsIn.has(key)) return [];
  return [
    '',
    '// The auth store keeps the session; further calls use it',
    ...prints,
    '',
    '// Sign out',
    'pb.authStore.clear();',
  ];
}

/** `start` begins the function that handles an event; `prints` are its lines. */
function realtimeCalls(records: string, id: string, start: string, prints: readonly string[]): string[] {
  const body = [...prints.map((line) => `  ${line}`), '});'];
  return [
    '// Subscribe to all records of the collection',
    `await ${records}.subscribe('*', ${start}`,
    ...body,
    '',
    '// Subscribe to one record',
    `await ${records}.subscribe(${id}, ${start}`,
    ...body,
    '',
    '// Unsubscribe from one record, the collection, everything',
    `await ${records}.unsubscribe(${id});`,
    `await ${records}.unsubscribe('*');`,
    `await ${records}.unsubscribe();`,
  ];
}
