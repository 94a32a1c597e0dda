import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentStyle } from '../../ui/app/environment/environmentActs';
import { cutName, type EnvironmentColour, environmentColours } from '../../ui/model/environment';

const names: Array<[typed: string, name: string]> = [
  [`${'x'.repeat(23)} y`, 'x'.repeat(23)],
  ['a\n\tb', 'a b'],
  ['x'.repeat(30), 'x'.repeat(24)],
  ['😀'.repeat(30), '😀'.repeat(24)],
];

for (const [typed, name] of names) {
  test(`the typed name ${JSON.stringify(typed)} is kept as ${JSON.stringify(name)}`, () =>
    assert.is(cutName(typed), name));
}

const source = readFileSync('ui/styles/tokens.css', 'utf8');

/** Returns the token in the light and in the dark theme, as red, green and blue from 0 to 1. */
function token(name: string): number[][] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(source) ?? [];
  return [light, dark].map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255));
}

function luminance(colour: readonly number[] = []): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

for (const colour of Object.keys(environmentColours) as EnvironmentColour[]) {
  test(`the text of the ${colour} strip has a contrast of at least 5.8`, () => {
    const style = environmentStyle(colour) as Record<string, string>;
    const named = (property: string) => token(/--([\w-]+)/.exec(style[property] ?? '')?.[1] ?? '');
    const inks = named('--ink');
    for (const [at, tint] of named('--tint').entries()) {
      const [dark = 0, light = 0] = [luminance(inks[at]), luminance(tint)].sort((a, b) => a - b);
      const contrast = (light + 0.05) / (dark + 0.05);
      assert.ok(contrast >= 5.8, `${at === 0 ? 'light' : 'dark'}: ${contrast.toFixed(2)}`);
    }
  });
}

test('a stored colour that does not exist is red', () => {
  for (const colour of ['pink', 'toString', '']) {
    assert.equal(environmentStyle(colour as EnvironmentColour), environmentStyle('red'));
  }
});

test.run();
