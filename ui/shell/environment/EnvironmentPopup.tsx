import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Field } from '../../components/form/Field';
import { TextInput } from '../../components/form/TextInput';
import { Toggle } from '../../components/form/Toggle';
import { Popup } from '../../components/overlay/Popup';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import {
  cutName,
  type Environment,
  type EnvironmentColour,
  environmentColours,
  longestName,
} from '../../model/environment';
import * as environment from '../../state/environment';
import { host } from '../../state/environmentName';
import css from './EnvironmentPopup.module.css';
import { removeEnvironment, saveEnvironment } from './environmentActs';
import { environmentStyle } from './environmentLook';

const fresh: Omit<Environment, 'appName'> = { name: '', colour: 'red', locks: true };
const colours = Object.entries(environmentColours) as [EnvironmentColour, string][];

/** Names the server for this browser, and switches the write lock on or off. */
export function EnvironmentPopup({ onClose }: { onClose: () => void }) {
  const { current } = useSnapshot(environment.state);
  const overlay = useRef<OverlayHandle>(null);
  const [{ name, colour, locks }, setValues] = useState(current ?? fresh);
  const [error, setError] = useState('');
  const set = (change: Partial<Environment>) => setValues((known) => ({ ...known, ...change }));
  const close = () => overlay.current?.close();

  async function handleSave() {
    if (cutName(name) === '') setError('A name is needed.');
    else if (await saveEnvironment({ name, colour, locks })) close();
  }

  async function handleRemove() {
    if (await removeEnvironment()) close();
  }

  return (
    <Popup
      title={<b>Environment of this server</b>}
      handle={overlay}
      onClose={onClose}
      onSubmit={() => void handleSave()}
      footerStart={
        current && (
          <Button kind="dangerQuiet" onClick={() => void handleRemove()}>
            Remove
          </Button>
        )
      }
      footer={
        <>
          <Button kind="quiet" onClick={close}>
            Cancel
          </Button>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </>
      }
    >
      <div className="fields">
        <p className={css.help}>
          Kept in this browser for <code translate="no">{host()}</code>. Nothing is stored on the server.
        </p>
        <Field label="Name" isRequired error={error}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              maxLength={longestName}
              placeholder="Production"
              autoComplete="off"
              data-autofocus
              onChange={(text) => {
                setError('');
                set({ name: text });
              }}
            />
          )}
        </Field>
        <fieldset>
          <legend className={css.legend}>Colour</legend>
          <div className={css.swatches}>
            {colours.map(([one, title]) => (
              <input
                key={one}
                type="radio"
                name="colour"
                className={css.swatch}
                style={environmentStyle(one)}
                aria-label={title}
                data-tooltip={title}
                data-tooltip-placement="bottom"
                checked={one === colour}
                onChange={() => set({ colour: one })}
              />
            ))}
          </div>
        </fieldset>
        <div>
          <Toggle
            label="Lock writes"
            isOn={locks}
            aria-describedby="environment-lock"
            onChange={(isOn) => set({ locks: isOn })}
          />
          <p id="environment-lock" className={css.help}>
            Every save, upload and delete asks to unlock first, for 10 minutes in this tab. Signing in and
            reading continue. It guards this browser. Other clients still write.
          </p>
        </div>
      </div>
    </Popup>
  );
}
