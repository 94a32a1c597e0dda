// The content of logs on real servers: the searched text and the download.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestSource } from '../../ui/api/client';
import * as logs from '../../ui/api/logs';
import { goJson } from '../../ui/model/goJson';
import { indentJson, sliceItems } from '../../ui/platform/jsonText';
import { conditionFor } from '../../ui/screens/logs/logConditions';
import * as filterDialect from '../../ui/state/filterDialect';
import { addLogs, logRow, takeLogs, writeLog } from '../support/logsOnServer';
import { sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { eventually } from '../support/walk';

const hostile = {
  'a-b': '<script>alert("1")</script> & \u2028 \\n "\' é 😀',
  z: { y: [1, 2.5, null, true], 'x-y': 'deep' },
  '10': 'ten',
  '9': 'nine',
};

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary, { prepare: takeLogs });

  test(`${name}: stores values in the form that we print, and finds them by it`, async () => {
    filterDialect.forget();
    await server.connect();
    const backend = await server.backend();
    await writeLog(backend, 'own', hostile);
    const listed = async () => (await logs.list({ perPage: '500', filter: 'message = "own"' }, {})).items;
    await eventually(async () => (await listed()).length, 1);
    const [log] = await listed();
    assert.equal(log?.data, { value: hostile });

    const stored = `{"value":${goJson(hostile)}}`;
    const pattern = stored.replace(/[\\%_"]/g, (found) => `\\${found}`);
    const isNew = (await filterDialect.rulesFor('\\')) === 'new';
    const written = isNew ? pattern.replaceAll('\\\\', '\\\\\\\\') : pattern;
    const { items } = await logs.list({ perPage: '1', filter: `data ~ "${written}"` }, {});
    assert.is(items.length, 1, stored);

    const condition = await conditionFor('data.value', hostile, false);
    const found = await logs.list({ perPage: '500', filter: condition }, {});
    assert.equal(
      found.items.map(({ id }) => id),
      [log?.id],
      condition,
    );
  });

  test(`${name}: parsing and printing the server's response loses no digit`, async () => {
    await server.connect();
    const data =
      '{"big":12345678901234567890,"long":9007199254740993,"small":1e-7,"huge":1.5e300,"exact":0.1,"many":[2.756387,1e21,-0.5,100]}';
    await addLogs(await server.backend(), [logRow(1, { message: 'digits', data })]);
    const text = await requestSource('logs', { query: { filter: 'message = "digits"' } });
    const [source = ''] = sliceItems(text, ['items']);
    assert.is(JSON.stringify(JSON.parse(source), null, 2), indentJson(source));
  });

  test.after(server.stop);
}

test.run();
