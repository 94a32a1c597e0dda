import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newerSettings } from '../../../ui/backend/newer/settingsShape';

test('a secret goes together with the name beside it, because it is shown as empty then', () => {
  assert.equal(newerSettings({ smtp: { username: '' }, superuserIPs: ['::1'] }), {
    smtp: { username: '', password: '' },
    superuserIPs: ['::1'],
  });
  assert.equal(newerSettings({ backups: { s3: { accessKey: '', secret: 'new' } } }), {
    backups: { s3: { accessKey: '', secret: 'new' } },
  });
  assert.equal(newerSettings({ smtp: { username: 'ann' } }), { smtp: { username: 'ann' } });
});

test.run();
