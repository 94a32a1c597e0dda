import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSteps } from '../../ui/platform/steps';

test('goes back and forth through the steps', () => {
  const steps = createSteps<string>();
  assert.is(steps.back(), null);
  steps.add(['a']);
  steps.add(['b', 'c']);
  assert.equal(steps.back(), ['b', 'c']);
  assert.equal(steps.back(), ['a']);
  assert.is(steps.back(), null);
  assert.equal(steps.forth(), ['a']);
  assert.equal(steps.forth(), ['b', 'c']);
  assert.is(steps.forth(), null);
});

test('a new step forgets what was taken back', () => {
  const steps = createSteps<string>();
  steps.add(['a']);
  steps.add(['b']);
  steps.back();
  steps.add(['c']);
  assert.is(steps.forth(), null);
  assert.equal(steps.back(), ['c']);
  assert.equal(steps.back(), ['a']);
});

test('forgets parts in both directions, and steps without parts', () => {
  const steps = createSteps<string>();
  for (const parts of [['a', 'b'], ['b'], ['a', 'c']]) steps.add(parts);
  steps.back();
  steps.forget((part) => part === 'b');
  assert.equal(steps.forth(), ['a', 'c']);
  assert.equal(steps.back(), ['a', 'c']);
  assert.equal(steps.back(), ['a']);
  assert.is(steps.back(), null);
});

test.run();
