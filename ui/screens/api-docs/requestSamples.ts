import type { DocsContent, DocsScene } from './docsContent';
import { javascriptText, printJavascript, printJavascriptObject, printJson, shellText } from './literals';
import { placeholders, type SampleFile } from './samples';

/** A placeholder for the content of a file. */
export const sampleContent = '...';

export function newFile({ name }: SampleFile): string {
  return `new File([${javascriptText(sampleContent)}], ${javascriptText(name)})`;
}

/** The part of a form that contains all values as JSON: both server lines read it like a JSON body. */
const jsonForm = '@jsonPayload';

export function fetchSample({ call, answers }: DocsContent, { base }: DocsScene): string {
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

export function fetchStream({ call }: DocsContent, { base, collection }: DocsScene): string {
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

export function curlStream(docs: DocsContent, scene: DocsScene): string {
  return [
    '# Keep the stream open in one shell; its first event contains the client id',
    `curl -N ${shellText(`${scene.base}/api/realtime`)}`,
    '',
    '# Set the subscriptions in another shell',
    curlSample(docs, scene),
  ].join('\n');
}

export function curlSample({ call }: DocsContent, { base }: DocsScene): string {
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
