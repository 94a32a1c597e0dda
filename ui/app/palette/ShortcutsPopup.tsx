import { Fragment, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Keys } from '../../kit/basics/Keys';
import { SearchInput } from '../../kit/form/SearchInput';
import { Toggle } from '../../kit/form/Toggle';
import { useNarrow } from '../../kit/layout/useNarrow';
import { Popup } from '../../kit/overlay/Popup';
import type { Command } from '../../page/commands';
import * as preferences from '../../page/preferences';
import css from './ShortcutsPopup.module.css';
import { shortcutGroups } from './shortcutGroups';

interface Props {
  commandsHere: () => readonly Command[];
  onClose: () => void;
}

/** Lists the keys that work now, and turns the keys without a modifier on and off. */
export function ShortcutsPopup({ commandsHere, onClose }: Props) {
  const [search, setSearch] = useState('');
  // Asked before the popup covers the page.
  const [commands] = useState(commandsHere);
  const isNarrow = useNarrow();
  const { hasSingleKeys } = useSnapshot(preferences.state);
  const groups = shortcutGroups(commands, search);
  const searchInput = (
    <SearchInput
      className={isNarrow ? css.group : css.search}
      data-autofocus
      label="Search shortcuts"
      placeholder="Search shortcuts..."
      value={search}
      onChange={setSearch}
    />
  );
  return (
    <Popup
      size="wider"
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={!isNarrow && searchInput}
      footerStart={
        <Toggle label="Single keys: ? and /" isOn={hasSingleKeys} onChange={preferences.setSingleKeys} />
      }
    >
      {isNarrow && searchInput}
      <div className={css.groups}>
        {groups.map(({ name, keys }) => (
          <section key={name} className={css.group}>
            <h3>{name}</h3>
            <dl>
              {keys.map((shortcut) => (
                <div key={shortcut.title} className={css.row}>
                  <dt>{shortcut.title}</dt>
                  <dd>
                    {shortcut.keys.map((one, at) => (
                      <Fragment key={one}>
                        {at > 0 && (one.startsWith('Arrow') ? ' ' : ' or ')}
                        <Keys of={one} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {groups.length === 0 && <p role="status">No match</p>}
    </Popup>
  );
}
