import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { lazyComponent } from '../../kit/lazy/lazyComponent';
import { commandsHere } from '../../page/commandKeys';
import * as session from '../../page/session/session';
import * as toasts from '../../page/toasts';
import { close, state } from './shownPopup';

const options = { onFailure: () => <Failure /> };
const Palette = lazyComponent(async () => (await import('../entries/desk')).Palette, options);
const ShortcutsPopup = lazyComponent(async () => (await import('../entries/desk')).ShortcutsPopup, options);
const EnvironmentPopup = lazyComponent(
  async () => (await import('../entries/desk')).EnvironmentPopup,
  options,
);

/** Shows the palette, the list of shortcuts or the name of the server when it is asked for, until the session ends. */
export function PaletteHost() {
  const { shown } = useSnapshot(state);
  const { token } = useSnapshot(session.state);

  useEffect(() => {
    if (token === '') close();
  }, [token]);

  if (!shown || token === '') return null;
  if (shown === 'goTo') return <Palette onClose={close} />;
  if (shown === 'environment') return <EnvironmentPopup onClose={close} />;
  return <ShortcutsPopup commandsHere={commandsHere} onClose={close} />;
}

function Failure() {
  useEffect(() => {
    toasts.error('This part could not be loaded. Check the connection and try again.');
    close();
  }, []);
  return null;
}
