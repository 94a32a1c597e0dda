import Globe from 'lucide-react/icons/globe';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TabPanel, Tabs } from '../../../ui/components/page/Tabs';
import { click, focus, mount, press } from '../../support/render';

const tabs = [
  { key: 'fields', label: 'Fields' },
  { key: 'rules', label: 'API Rules', hasErrors: true },
  { key: 'options', label: 'Options' },
];

function Editor() {
  const [current, setCurrent] = useState('fields');
  return (
    <Tabs label="Collection" tabs={tabs} current={current} onChange={setCurrent}>
      <p>{current}</p>
    </Tabs>
  );
}

const current = () => document.querySelector<HTMLElement>('[aria-selected="true"]') as HTMLElement;
const panel = () => document.querySelector<HTMLElement>('[role="tabpanel"]') as HTMLElement;

test('a click shows the tab’s panel, which is named by the tab', () => {
  const view = mount(<Editor />);
  click(view.byText('Options'));
  assert.equal([current().textContent, panel().textContent], ['Options', 'options']);
  assert.equal(
    [panel().getAttribute('aria-labelledby'), current().getAttribute('aria-controls')],
    [current().id, panel().id],
  );
});

test('arrows cycle, Home and End move to the ends; Tab reaches only the current tab', () => {
  const view = mount(<Editor />);
  focus(current());
  const walk = (key: string) => {
    assert.is(press(document.activeElement as Element, key), false);
    assert.ok(document.activeElement === current());
    return current().textContent;
  };
  assert.equal(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End'].map(walk), [
    ...['API Rules', 'Options', 'Fields', 'Options', 'Fields', 'Options'],
  ]);
  assert.equal(
    view.findAll('[role="tab"]').map(({ tabIndex }) => tabIndex),
    [-1, -1, 0],
  );
  assert.is(press(current(), 'ArrowRight', { altKey: true }), true, 'the browser goes forward');
});

test('names a tab with errors by its text, and describes it by the mark', () => {
  const view = mount(<Editor />);
  const tab = view.byText('API Rules').closest('[role="tab"]') as HTMLElement;
  assert.is(tab.textContent, 'API Rules');
  assert.is(document.getElementById(tab.getAttribute('aria-describedby') ?? '')?.textContent, 'Has errors');
  assert.is(current().hasAttribute('aria-describedby'), false);
});

test('shows a count after the label, and describes the tab by its meaning', () => {
  const count = { icon: Globe, value: 2, meaning: '2 public rules', kind: 'danger' } as const;
  const given = [{ key: 'rules', label: 'API Rules', hasErrors: true, count }];
  mount(<Tabs tabs={given} current="rules" onChange={() => {}} />);
  assert.is(current().textContent, 'API Rules2');
  assert.is(current().querySelector('[aria-hidden="true"]:not(svg)')?.textContent, '2');
  const notes = document.getElementById(current().getAttribute('aria-describedby') ?? '');
  assert.is(notes?.textContent, 'Has errors, 2 public rules');
  assert.is(current().dataset['tooltip'], 'Has errors, 2 public rules');
});

test('a panel may be rendered elsewhere', () => {
  mount(
    <>
      <Tabs id="editor" tabs={tabs} current="rules" onChange={() => {}} />
      <TabPanel tabsId="editor" current="rules">
        Rules
      </TabPanel>
    </>,
  );
  assert.is(document.getElementById(panel().getAttribute('aria-labelledby') ?? '')?.textContent, 'API Rules');
  assert.is(current().getAttribute('aria-controls'), panel().id);
});

test('moves the line under the current tab', () => {
  Object.defineProperty(HTMLElement.prototype, 'offsetLeft', {
    get() {
      return this.textContent === 'Options' ? 140 : 24;
    },
    configurable: true,
  });
  try {
    const view = mount(<Editor />);
    const line = view.find('[role="tablist"] > span');
    assert.is(line.style.left, '24px');
    click(view.byText('Options'));
    assert.is(line.style.left, '140px');
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'offsetLeft');
  }
});

test.run();
