import type { ApiCall, DocsContent, DocsScene } from './docsContent';
import type { PageKey } from './docsPages';
import { javascriptText, printJavascript, printJavascriptObject } from './literals';
import { newFile } from './requestSamples';
import { placeholders, type SampleFile } from './samples';
import { commonCall, queryValueOf, realtimeCalls, resultOf, sessionCalls, signIn } from './sdkCalls';

export function javascriptSample({ key, call }: DocsContent, scene: DocsScene): string {
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

/** With a file, the SDK sends a form. */
function javascriptBody({ body, files }: ApiCall): string {
  return printJavascriptObject([
    ...[...(body ?? [])].map(([name, value]) => [name, printJavascript(value, '  ')] as const),
    ...filesByField(files),
  ]);
}
