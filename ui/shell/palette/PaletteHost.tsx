import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { commandsHere } from '../../state/commandKeys';
import { loadPart } from '../../state/loadPart';
import * as session from '../../state/session';
import { close, state } from './shownPopup';

type PaletteChunk = typeof import('../../chunks/palette');

/** Shows the palette, the list of shortcuts or the name of the server when it is asked for, until the session ends. */
export function PaletteHost() {
  const { shown } = useSnapshot(state);
  const { token } = useSnapshot(session.state);
  const [chunk, setChunk] = useState<PaletteChunk | null>(null);

  useEffect(() => {
    if (token === '') close();
  }, [token]);

  useEffect(() => {
    if (!shown || chunk) return;
    void loadPart(() => import('../../chunks/palette')).then((loaded) => {
      if (loaded) setChunk(loaded);
      else close();
    });
  }, [shown, chunk]);

  if (!shown || !chunk || token === '') return null;
  if (shown === 'goTo') return <chunk.Palette onClose={close} />;
  if (shown === 'environment') return <chunk.EnvironmentPopup onClose={close} />;
  return <chunk.ShortcutsPopup commandsHere={commandsHere} onClose={close} />;
}
