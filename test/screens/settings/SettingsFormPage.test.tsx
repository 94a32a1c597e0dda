import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ConflictPopup } from '../../../ui/components/overlay/ConflictPopup';
import { createSettingsForm } from '../../../ui/state/settings/settingsForm';
import { settle } from '../../api/connect';
import { mount } from '../../support/render';
import { open } from './pages';
import { closeScene, startScene } from './settingsScene';

test.after.each(() => {
  mount(null).unmount();
  closeScene();
});

test('the conflict question does not show a typed secret', async () => {
  const { server } = startScene({ smtp: { password: '' } });
  const settings = createSettingsForm({
    part: 'mail',
    labels: { 'smtp.password': 'Password' },
    savedText: 'Saved.',
  });
  await settings.load();
  settings.set('smtp.password', 'a secret of mine');
  server.change({ smtp: { password: 'theirs' } });
  void settings.save();
  await settle();
  assert.is(settings.state.conflicts?.[0]?.theirs, 'a stored secret');
  const view = await open(<ConflictPopup title="Someone else changed these settings" form={settings} />);
  assert.match(view.text(), /Yours\s*a new secret/);
  assert.match(view.text(), /Theirs\s*a stored secret/);
  assert.not.match(view.text(), /a secret of mine/);
  settings.cancelConflicts();
});

test.run();
