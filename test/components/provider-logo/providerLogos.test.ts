import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { providerLogos } from '../../../ui/components/provider-logo/providerLogos';
import { authProviders } from '../../../ui/model/authProviders';

test('every known provider has a logo, and no other', () => {
  assert.equal([...providerLogos.keys()], authProviders);
});

for (const [name, path] of providerLogos) {
  test(`the logo of ${name} is the data of a path`, () => {
    assert.match(path, /^[Mm][\d\s.,+\-MmZzLlHhVvCcSsQqTtAa]+$/);
  });
}

test('only the three of OpenID Connect look the same', () => {
  assert.is(new Set(providerLogos.values()).size, authProviders.length - 2);
});

test.run();
