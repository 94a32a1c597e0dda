import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProviderLogo, providerLogos } from '../../../ui/kit/basics/ProviderLogo';
import { authProviders } from '../../../ui/model/authProviders';
import { mount, type View } from '../../support/render';

const pathOf = (view: View) => view.root.querySelector('path')?.getAttribute('d');

test('shows a logo of 20 pixels or of the given size, in the colour of the text beside it', () => {
  const view = mount(<ProviderLogo name="google" />);
  const attributes = (...names: string[]) => names.map((name) => view.find('svg').getAttribute(name));
  assert.equal(attributes('viewBox', 'width', 'height'), ['0 0 24 24', '1.25rem', '1.25rem']);
  view.rerender(<ProviderLogo name="gitlab" size={28} />);
  assert.is(pathOf(view), providerLogos.get('gitlab'));
  assert.equal(attributes('width', 'fill', 'aria-hidden'), ['1.75rem', 'currentColor', 'true']);
});

for (const [name, letter] of [
  ['linear', 'L'],
  ['house_of_keys', 'H'],
  ['(2) élan', 'É'],
  ['42', '?'],
  ['', '?'],
  ['constructor', 'C'],
] as const) {
  test(`shows a letter for a provider without a logo: "${name}"`, () => {
    const view = mount(<ProviderLogo name={name} />);
    assert.is(pathOf(view), undefined);
    assert.is(view.text(), letter);
  });
}

test('every known provider has a logo, and no other', () => {
  assert.equal([...providerLogos.keys()], authProviders);
});

test('each logo is the data of a path, and only the three of OpenID Connect look the same', () => {
  for (const path of providerLogos.values()) assert.match(path, /^[Mm][\d\s.,+\-MmZzLlHhVvCcSsQqTtAa]+$/);
  assert.is(new Set(providerLogos.values()).size, authProviders.length - 2);
});

test.run();
