import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newestBackupLine } from '../../ui/page/backups';
import { connect } from '../backend/connect';
import { failure, fakeBackend, networkError } from '../support/backend';

const ago = (days: number) =>
  new Date(Date.now() - days * 86_400_000 - 60_000).toISOString().replace('T', ' ');

const cases: [what: string, given: object | symbol, line: string][] = [
  ['no backup', [], 'No backup yet'],
  [
    'several',
    [9, 3, 5].map((days) => ({ key: `${days}.zip`, size: 1, modified: ago(days) })),
    'Latest backup: 3 days ago',
  ],
  ['a refusal', failure(400, 'No.'), ''],
  ['no response', networkError, ''],
  ['an answer that makes no sense', { items: [] }, ''],
];
for (const [what, given, line] of cases) {
  test(`${what}: "${line}"`, async () => {
    connect(fakeBackend({ 'GET /api/backups': given }), 't');
    assert.is(await newestBackupLine(), line);
  });
}

test.run();
