// Imports exports and data of other projects as planned.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/api/collections';
import { hasChanges } from '../../ui/model/collection-import/importPlan';
import { fixtures, publicSchemas } from '../support/fixtures';
import {
  assertPromised,
  importServer,
  importText,
  planOf,
  send,
  text,
  type Ways,
} from '../support/importOnServer';
import { sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';

const folder = fixtures();
for (const { name, binary } of folder === null ? [] : backends()) {
  const server = importServer(binary);

  for (const { name: file, path: schema } of publicSchemas()) {
    for (const ways of [{}, { merges: true }, { deletesMissing: false }] satisfies Ways[]) {
      test(`${name}: imports ${file} ${JSON.stringify(ways)} as planned, and then changes nothing (fixtures)`, async () => {
        await server.reset();
        const plan = await importText(readFileSync(schema, 'utf8'), ways);
        assert.ok(plan.added.length > 0);
      });
    }
  }

  const filled = sharedBackend(binary, { data: path.join(folder ?? '', 'backend-testdata') });

  test(`${name}: exports and imports other people's data without a change, with views (fixtures)`, async () => {
    await filled.connect();
    const exported = text(await api.listAll());
    for (const ways of [{}, { merges: true }, { deletesMissing: false }] satisfies Ways[]) {
      const plan = await planOf(exported, ways);
      assert.not.ok(hasChanges(plan));
      assert.equal(plan.refusals, []);
      await send(plan);
      await assertPromised(plan);
    }
    await server.reset();
    const plan = await importText(exported, { merges: true });
    assert.is(plan.added.filter(({ type }) => type === 'view').length, 3);
  });

  test.after(server.stop);
  test.after(filled.stop);
}

test.run();
