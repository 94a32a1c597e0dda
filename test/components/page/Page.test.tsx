import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Page } from '../../../ui/components/page/Page';
import { PageBanner, PageLinks } from '../../../ui/components/page/PageLinks';
import { followFocus } from '../../../ui/platform/pageFocus';
import { focus, mount } from '../../support/render';

test('shows the state of the page and the common links in its footer', () => {
  const view = mount(
    <PageLinks value={<a href="#/docs">Docs</a>}>
      <Page title="Logs" footer="3 logs">
        Content
      </Page>
    </PageLinks>,
  );
  assert.is(view.findAll('footer').length, 1);
  assert.is(view.find('footer').textContent, '3 logsDocs');
});

test('takes the focus of a screen that was removed, and no other one', () => {
  followFocus();
  const link = (
    <a key="link" href="#/logs">
      Logs
    </a>
  );
  const page = <Page title="Logs">Content</Page>;
  const view = mount(page);
  assert.ok(document.activeElement === document.body, 'nothing had the focus');
  view.rerender(link);
  focus(view.byText('Logs'));
  view.rerender([link, <div key="page">{page}</div>]);
  assert.is(document.activeElement?.textContent, 'Logs', 'the link still has it');
  view.rerender(link);
  view.rerender(page);
  assert.ok(document.activeElement === view.find('main'));
});

test('replaces the footer by a bar', () => {
  const view = mount(
    <PageLinks value={<a href="#/docs">Docs</a>}>
      <Page title="Mail settings" footer="unseen" bar={<button type="button">Save changes</button>}>
        Content
      </Page>
    </PageLinks>,
  );
  assert.is(view.findAll('footer').length, 1);
  assert.is(view.find('footer').textContent, 'Save changes');
});

test('shows the footer and the common links while there is no bar', () => {
  const view = mount(
    <PageLinks value={<a href="#/docs">Docs</a>}>
      <Page title="Mail settings" bar={null}>
        Content
      </Page>
    </PageLinks>,
  );
  assert.is(view.findAll('footer').length, 1);
  assert.is(view.find('footer').textContent, 'Docs');
});

test('has the one h1 in its header, and the path of the page', () => {
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

test.run();
