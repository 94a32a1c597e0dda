import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { s3Errors, s3Labels } from '../../../../ui/screens/settings/s3/s3Rules';
import { faults } from '../../../../ui/state/settings/settingsRules';
import { leavesOf, mask, write } from '../settingsScene';

const whole = {
  enabled: true,
  endpoint: 'https://s3.example.com',
  bucket: 'files',
  region: 'eu',
  accessKey: 'key',
  secret: mask,
  forcePathStyle: false,
};
const needed = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'];

for (const prefix of ['s3', 'backups.s3']) {
  const holding = (storage: object) => {
    const values = {};
    write(values, prefix, storage);
    return values;
  };

  test(`${prefix}: a complete storage is valid, with and without path style`, () => {
    assert.equal(s3Errors(holding(whole), prefix), {});
    assert.equal(s3Errors(holding({ ...whole, forcePathStyle: true }), prefix), {});
  });

  for (const key of needed) {
    test(`${prefix}: only an enabled storage needs its ${key}`, () => {
      const without = { ...whole, [key]: ' ' };
      assert.equal(s3Errors(holding(without), prefix), { [`${prefix}.${key}`]: faults.required });
      assert.equal(s3Errors(holding({ ...without, enabled: false }), prefix), {});
    });
  }

  test(`${prefix}: each setting has a label`, () => {
    const labels = s3Labels(prefix, 'Use it');
    assert.equal(
      Object.keys(labels).sort(),
      leavesOf(holding(whole))
        .map(([path]) => path)
        .sort(),
    );
    assert.is(labels[`${prefix}.enabled`], 'Use it');
  });
}

test.run();
