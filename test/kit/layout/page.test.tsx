import Globe from 'lucide-react/icons/globe';
import Mail from 'lucide-react/icons/mail';
import { type ComponentProps, type JSX, useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { followFocus } from '../../../ui/base/focus';
import { Accordion, AccordionFrame, type AccordionProps } from '../../../ui/kit/layout/Accordion';
import { Page } from '../../../ui/kit/layout/Page';
import { PageBanner, PageLinks } from '../../../ui/kit/layout/PageLinks';
import { SidebarGroup, SidebarLink } from '../../../ui/kit/layout/SidebarLink';
import { TabPanel, Tabs } from '../../../ui/kit/layout/Tabs';
import { Toast } from '../../../ui/kit/layout/Toast';
import { click, eventually, focus, mount, press } from '../../support/render';

const focused = () => document.activeElement as HTMLElement;
const named = (id: string | null | undefined) => document.getElementById(id ?? '');

function openAccordion(props: Partial<AccordionProps> = {}) {
  function Owner() {
    const [isOpen, setOpen] = useState(false);
    return (
      <AccordionFrame>
        <Accordion icon={Mail} title="Mail" {...props} isOpen={isOpen} onToggle={setOpen}>
          Inside
        </Accordion>
      </AccordionFrame>
    );
  }
  const view = mount(<Owner />);
  return { view, head: view.find('button') };
}

test('an accordion renders its content while it is open, as a region named by its header', () => {
  const { view, head } = openAccordion();
  const state = () => ['expanded', 'controls'].map((name) => head.getAttribute(`aria-${name}`));
  assert.equal([view.text(), state()], ['Mail', ['false', null]]);
  click(head);
  const region = named(head.getAttribute('aria-controls'));
  assert.equal([region?.textContent, region?.getAttribute('aria-labelledby')], ['Inside', head.id]);
  assert.is(state()[0], 'true');
  click(head);
  assert.is(view.text(), 'Mail');
});

test('the header of an accordion shows its state and errors, as a heading of the given level', () => {
  const { head } = openAccordion({ hasErrors: true, status: 'Enabled' });
  assert.equal([head.textContent, head.parentElement?.localName], ['MailHas errorsEnabled', 'h3']);
  assert.is(head.querySelector<HTMLElement>('[data-tooltip]')?.dataset['tooltip'], 'Has errors');
  assert.is(openAccordion({ level: 4 }).head.parentElement?.localName, 'h4');
});

test('arrow keys, Home and End lead from header to header', () => {
  const view = mount(
    <AccordionFrame>
      {['One', 'Two', 'Three'].map((title) => (
        <Accordion key={title} icon={Mail} title={title} isOpen={title === 'Two'} onToggle={() => {}}>
          <button type="button">Inside</button>
        </Accordion>
      ))}
    </AccordionFrame>,
  );
  view.find('button').focus();
  const walk = (key: string) => {
    press(focused(), key);
    return focused().textContent;
  };
  assert.equal(['ArrowDown', 'ArrowDown', 'ArrowDown', 'Home', 'ArrowUp', 'End', 'ArrowUp'].map(walk), [
    ...['Two', 'Three', 'Three', 'One', 'One', 'Three', 'Two'],
  ]);
});

for (const [props, footer] of [
  [{ footer: '3 logs' }, '3 logsDocs'],
  [{ footer: 'unseen', bar: <button type="button">Save changes</button> }, 'Save changes'],
  [{ bar: null }, 'Docs'],
] as [Partial<ComponentProps<typeof Page>>, string][]) {
  test(`the one footer of a page shows ${footer}`, () => {
    const view = mount(
      <PageLinks value={<a href="#/docs">Docs</a>}>
        <Page title="Logs" {...props}>
          Content
        </Page>
      </PageLinks>,
    );
    assert.equal(
      view.findAll('footer').map(({ textContent }) => textContent),
      [footer],
    );
  });
}

test('a page takes the focus of a screen that was removed, and no other one', () => {
  followFocus();
  const link = (
    <a key="link" href="#/logs">
      Logs
    </a>
  );
  const page = <Page title="Logs">Content</Page>;
  const view = mount(page);
  assert.ok(focused() === document.body, 'nothing had the focus');
  view.rerender(link);
  focus(view.byText('Logs'));
  view.rerender([link, <div key="page">{page}</div>]);
  assert.is(focused().textContent, 'Logs', 'the link still has it');
  view.rerender(link);
  view.rerender(page);
  assert.ok(focused() === view.find('main'));
});

test('the focus in a bar that leaves goes to the list of the page, not to the links', async () => {
  followFocus();
  const pageWith = (bar?: JSX.Element) => (
    <PageLinks value={<a href="#/docs">Docs</a>}>
      <Page title="Logs" bar={bar}>
        <div data-list>
          <button type="button" tabIndex={0}>
            Row
          </button>
        </div>
      </Page>
    </PageLinks>
  );
  const view = mount(pageWith(<button type="button">Save</button>));
  focus(view.byText('Save'));
  view.rerender(pageWith());
  await eventually(() => focused().textContent, 'Row');
});

test('a page has the one h1 in its header, and its path', () => {
  const view = mount(
    <PageBanner value={<p>Away</p>}>
      <Page
        title="Mail settings"
        crumbs={[{ label: 'Settings', href: '#/settings' }, { label: 'Here' }]}
        sidebarButton={<button type="button">Menu</button>}
        actions={<button type="button">Send</button>}
        isLoading
      >
        Content
      </Page>
    </PageBanner>,
  );
  assert.equal(
    view.findAll('h1').map(({ textContent }) => textContent),
    ['Mail settings'],
  );
  assert.is(view.byText('Settings').getAttribute('href'), '#/settings');
  assert.is(view.byText('Here').getAttribute('href'), null);
  assert.is(view.find('nav').getAttribute('aria-label'), 'Breadcrumb');
  assert.ok(view.byLabel('Loading'));
  assert.is(view.find('main').id, 'content');
  assert.match(view.text(), /^MenuSettings\/Here\/Mail settingsSendAwayContent$/);
});

test('a link of a sidebar has its full name and tells of clicks, but not of those on its button', () => {
  const happened: string[] = [];
  const link = (name: string, isCurrent: boolean, end?: JSX.Element) => (
    <SidebarLink
      href={`#/${name}`}
      icon={Mail}
      isCurrent={isCurrent}
      onFollow={() => happened.push(name)}
      end={end}
    >
      {name}
    </SidebarLink>
  );
  const view = mount(
    <>
      <SidebarGroup>System</SidebarGroup>
      {link('a', false)}
      {link(
        'b',
        true,
        <button type="button" onClick={() => happened.push('pressed')}>
          Pin
        </button>,
      )}
    </>,
  );
  assert.equal(
    view
      .findAll('a')
      .map((one) => [one.getAttribute('href'), one.dataset['tooltip'], one.getAttribute('aria-current')]),
    [
      ['#/a', 'a', null],
      ['#/b', 'b', 'page'],
    ],
  );
  assert.is(view.find('h2').textContent, 'System');
  click(view.byText('Pin'));
  click(view.byText('b'));
  assert.equal(happened, ['pressed', 'b']);
});

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
  view.rerender(
    <>
      <Tabs id="editor" tabs={tabs} current="rules" onChange={() => {}} />
      <TabPanel tabsId="editor" current="rules">
        Rules
      </TabPanel>
    </>,
  );
  assert.is(named(panel().getAttribute('aria-labelledby'))?.textContent, 'API Rules', 'a panel elsewhere');
  assert.is(current().getAttribute('aria-controls'), panel().id);
});

test('arrows cycle through tabs, Home and End move to the ends; Tab reaches only the current one', () => {
  const view = mount(<Editor />);
  focus(current());
  const walk = (key: string) => {
    assert.is(press(focused(), key), false);
    assert.ok(focused() === current());
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

test('errors and counts describe a tab, and are not part of its name', () => {
  const view = mount(<Editor />);
  const tab = view.byText('API Rules').closest('[role="tab"]') as HTMLElement;
  assert.is(named(tab.getAttribute('aria-describedby'))?.textContent, 'Has errors');
  assert.is(current().hasAttribute('aria-describedby'), false);
  const count = { icon: Globe, value: 2, meaning: '2 public rules', kind: 'danger' } as const;
  const given = [{ key: 'rules', label: 'API Rules', hasErrors: true, count }];
  view.rerender(<Tabs tabs={given} current="rules" onChange={() => {}} />);
  assert.is(current().textContent, 'API Rules2');
  assert.is(current().querySelector('[aria-hidden="true"]:not(svg)')?.textContent, '2');
  const notes = 'Has errors, 2 public rules';
  assert.is(named(current().getAttribute('aria-describedby'))?.textContent, notes);
  assert.is(current().dataset['tooltip'], notes);
});

test('the line moves under the current tab', () => {
  const offsetLeft = {
    get(this: HTMLElement) {
      return this.textContent === 'Options' ? 140 : 24;
    },
    configurable: true,
  };
  Object.defineProperty(HTMLElement.prototype, 'offsetLeft', offsetLeft);
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

test('the quoted names of a message are not translated', () => {
  const message = 'There is no collection "posts" and no "a b". Showing the first one.';
  const act = () => {};
  const view = mount(
    <Toast kind="info" message={message} durationMs={1000} onClose={act} onHold={act} onRelease={act} />,
  );
  assert.is(view.find('p').textContent, message);
  assert.equal(
    view.findAll('p [translate="no"]').map(({ textContent }) => textContent),
    ['"posts"', '"a b"'],
  );
});

test.run();
