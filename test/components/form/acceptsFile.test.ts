import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { acceptsFile } from '../../../ui/components/form/acceptsFile';

for (const [accept, name, type, isAccepted] of [
  [undefined, 'a.exe', 'application/x-exe', true],
  ['', 'a.exe', 'application/x-exe', true],
  [' , ', 'a.exe', 'application/x-exe', true],
  ['image/png', 'a.png', 'image/png', true],
  ['image/png', 'a.PNG', 'IMAGE/PNG', true],
  ['image/png', 'a.jpg', 'image/jpeg', false],
  ['image/png, image/jpeg', 'a.jpg', 'image/jpeg', true],
  ['image/*', 'a.svg', 'image/svg+xml', true],
  ['image/*', 'a.mp3', 'audio/mpeg', false],
  ['image/*', 'a.heic', '', true],
  ['*/*', 'a.mp3', 'audio/mpeg', true],
  ['.json', 'all.JSON', 'application/json', true],
  ['.json', 'all.txt', 'text/plain', false],
  ['.json', 'all.txt', '', false],
] as const) {
  test(`"${accept}" ${isAccepted ? 'takes' : 'refuses'} ${name} (${type || 'unknown'})`, () => {
    assert.is(acceptsFile(accept, { name, type }), isAccepted);
  });
}

test.run();
