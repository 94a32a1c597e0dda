import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { optionsOfCollectionType, optionsOfFieldType } from '../../ui/model/optionTable';
import { newOptions } from '../../ui/model/types/fieldOption';
import { fieldTypeNames } from '../../ui/model/types/fieldTypes';

const ofFields: Record<string, Record<string, unknown>> = {
  text: { min: null, max: null, pattern: '' },
  editor: { convertUrls: false },
  number: { min: null, max: null, noDecimal: false },
  bool: {},
  email: { exceptDomains: null, onlyDomains: null },
  url: { exceptDomains: null, onlyDomains: null },
  date: { min: '', max: '' },
  select: { maxSelect: 1, values: [] },
  json: { maxSize: 2_000_000 },
  file: { maxSelect: 1, maxSize: 5_242_880, mimeTypes: [], thumbs: [], protected: false },
  relation: { collectionId: '', cascadeDelete: false, minSelect: null, maxSelect: 1, displayFields: null },
};
for (const type of fieldTypeNames) {
  test(`a new ${type} field has options that the server accepts`, () => {
    const options = newOptions(optionsOfFieldType(type) ?? {});
    assert.equal(options, ofFields[type]);
    for (const value of Object.values(newOptions(optionsOfFieldType(type) ?? {}))) {
      if (Array.isArray(value)) assert.ok(!Object.values(options).includes(value), 'lists are not shared');
    }
  });
}

test('a new auth collection allows sign-ins', () => {
  assert.equal(newOptions(optionsOfCollectionType('auth')), {
    manageRule: null,
    allowOAuth2Auth: true,
    allowUsernameAuth: true,
    allowEmailAuth: true,
    requireEmail: false,
    exceptEmailDomains: null,
    onlyVerified: false,
    onlyEmailDomains: null,
    minPasswordLength: 8,
  });
  assert.equal(newOptions(optionsOfCollectionType('view')), { query: '' });
  assert.equal(newOptions(optionsOfCollectionType('base')), {});
});

test('a type of a newer server has no options', () => assert.is(optionsOfFieldType('geoPoint'), null));

test.run();
