import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProviderLogo } from '../../../ui/components/provider-logo/ProviderLogo';
import { providerLogos } from '../../../ui/components/provider-logo/providerLogos';
import { mount, tick, type View } from '../../support/render';

const pathOf = (view: View) => view.root.querySelector('path')?.getAttribute('d');

test('keeps its space while the paths load', async () => {
  const view = mount(<ProviderLogo name="github" />);
  const logo = view.find('svg');
  assert.is(logo.childElementCount, 0);
  assert.is(logo.getAttribute('viewBox'), '0 0 24 24');
  for (const side of ['width', 'height']) assert.is(logo.getAttribute(side), '1.25rem');
  await tick();
  assert.is(pathOf(view), providerLogos.get('github'));
  assert.ok(view.find('svg') === logo, 'the same place');
});

test('shows loaded paths at once for the next logo', () => {
  const view = mount(<ProviderLogo name="google" />);
  assert.is(pathOf(view), providerLogos.get('google'));
  view.rerender(<ProviderLogo name="gitlab" />);
  assert.is(pathOf(view), providerLogos.get('gitlab'));
});

test('has the colour of the text around it, beside a name', () => {
  const logo = mount(<ProviderLogo name="apple" size={28} />).find('svg');
  assert.is(logo.getAttribute('width'), '1.75rem');
  assert.is(logo.getAttribute('fill'), 'currentColor');
  assert.is(logo.getAttribute('aria-hidden'), 'true');
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

test.run();
