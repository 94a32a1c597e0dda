import type { ApiCall, DocsContent, DocsScene } from './docsContent';
import type { PageKey } from './docsPages';
import { dartText, printDart, type SampleObject } from './literals';
import { sampleContent } from './requestSamples';
import { placeholders } from './samples';
import { commonCall, queryValueOf, realtimeCalls, resultOf, sessionCalls, signIn } from './sdkCalls';

export function dartSample({ key, call }: DocsContent, scene: DocsScene): string {
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
